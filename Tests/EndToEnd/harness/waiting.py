"""Waiting for something to become true, with a deadline. Nothing here sleeps for a fixed time and hopes."""

import time

#: How long anything may take before a test gives up, in seconds. Generous: a busy machine is no failure.
DEADLINE = 20.0

_STEP = 0.01


def wait_until(condition, what, deadline=DEADLINE):
    """Returns the first true value of `condition()`; fails with `what` (a string, or a function giving one)."""
    end = time.monotonic() + deadline
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError("waited %g s in vain for %s" % (deadline, what() if callable(what) else what))
        time.sleep(_STEP)
