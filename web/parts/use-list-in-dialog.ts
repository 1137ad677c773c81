import { useRef, type KeyboardEvent } from 'react'

// In a dialog, a dropdown outside of it would be hidden, and one inside would be clipped.
const LIST = { withinPortal: false, floatingStrategy: 'fixed', shadow: 'md' } as const

/** Props for a field with a dropdown in a dialog: Esc closes the dropdown first, then the dialog. */
export function useListInDialog() {
  const isOpen = useRef(false)
  return {
    comboboxProps: LIST,
    // The dialog itself focuses its first field.
    openOnFocus: false,
    onDropdownOpen: () => {
      isOpen.current = true
    },
    onDropdownClose: () => {
      isOpen.current = false
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape' && isOpen.current) event.preventDefault()
    },
  }
}
