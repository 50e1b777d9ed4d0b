#pragma once
#include <PCSC/winscard.h>
#include <PCSC/reader.h>
#include <PCSC/wintypes.h>

/* Enums and functions for macros that Swift cannot import; nothing else lives here. */
static inline DWORD pcsc_ctl_code(DWORD code) { return SCARD_CTL_CODE(code); }
static inline const SCARD_IO_REQUEST *pcsc_pci_t0(void) { return SCARD_PCI_T0; }
static inline const SCARD_IO_REQUEST *pcsc_pci_t1(void) { return SCARD_PCI_T1; }
static inline const SCARD_IO_REQUEST *pcsc_pci_raw(void) { return SCARD_PCI_RAW; }
