print("tagdesk")
