import { useRef, type KeyboardEvent } from 'react'

// In a dialog a list outside of it would lie below it, and one inside would be cut off at its edge.
const LIST = { withinPortal: false, floatingStrategy: 'fixed', shadow: 'md' } as const

/** What a field with a list needs in a dialog: Esc closes the list, and only when it is closed the dialog. */
export function useListInDialog() {
  const isOpen = useRef(false)
  return {
    comboboxProps: LIST,
    // The dialog itself puts the focus on its first field.
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
