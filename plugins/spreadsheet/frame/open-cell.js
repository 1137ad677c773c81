// luckysheet does not report what is being typed until the cell is left, and only keys open a cell: closing the window
// before would lose it, and so would text that comes without a key, from an input method, a character palette or by
// voice.
{
  let place = null
  /** Whether the first character replaces the content of the cell. */
  let isCovered = false
  /** The initial text of the editor; null before it is open. */
  let opened = null
  const box = () => document.getElementById('luckysheet-input-box')
  const editor = () => document.getElementById('luckysheet-rich-text-editor')
  const bar = () => document.getElementById('luckysheet-functionbox-cell')
  const isOpen = () => Number.parseInt(box()?.style.top ?? '', 10) > 0

  // Both are called by luckysheet, through `luckysheet-patches.ts`.
  window.cellOpened = (sheet, row, column, cover) => {
    place = { id: String(sheet), row, column }
    isCovered = cover === true
    opened = null
  }
  // Typing over a cell counts even if the text equals what the cell shows: 5 in place of a formula that results in 5.
  window.isAsOpened = (typed, cell) => {
    if (!isOpen()) return typed == cell.f || typed == cell.v || typed == cell.m
    return isCovered ? !cell.f && typed === cell.v && typed === cell.m : typed === opened
  }

  /** What Escape closes in luckysheet itself. */
  const MENUS =
    '.luckysheet-modal-dialog, .luckysheet-cols-menu, .luckysheet-rightgclick-menu, #luckysheet-modal-dialog-mask'

  window.openCell = {
    isOpen,
    /** Whether this cell, a menu or a dialog is open. */
    isInWay: () => isOpen() || $(MENUS).is(':visible'),
    /** The cell and its new content; null when none is open, or it is unchanged. */
    typed() {
      if (!isOpen() || place === null) return null
      const typed = editor().textContent
      if (!isCovered) opened ??= typed
      if (typed === opened) return null
      const text = typed.replaceAll(/\r\n?/g, '\n')
      // As in other spreadsheets, a leading apostrophe makes the rest text.
      return { ...place, text: text.startsWith("'") ? text.slice(1) : text }
    },
    /** Calls back after each change of it. */
    follow(onChange) {
      const options = {
        attributes: true,
        attributeFilter: ['style'],
        characterData: true,
        childList: true,
        subtree: true,
      }
      new MutationObserver(onChange).observe(box(), options)
    },
    /** Commits the text exactly as typed: a suggested function is not inserted. */
    close() {
      document.getElementById('luckysheet-formula-search-c')?.style.setProperty('display', 'none')
      luckysheet.exitEditMode()
    },
  }

  /** The key code of keys handled by an input method. */
  const pressUnknownKey = (target) =>
    target.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Process', keyCode: 229, bubbles: true, cancelable: true }),
    )
  const begin = (event) => {
    const isInBar = event.target === bar()
    if (isOpen() || (!isInBar && event.target !== editor())) return
    // The bar keeps the cursor when the cell is committed, e.g. by a save.
    if (isInBar) $(bar()).triggerHandler('focus')
    else pressUnknownKey(event.target)
    // A read-only sheet.
    if (!isOpen()) event.preventDefault()
  }
  addEventListener('compositionstart', begin, true)
  addEventListener(
    'beforeinput',
    (event) => {
      if (/^insert(?:Text|CompositionText|ReplacementText)$/.test(event.inputType)) begin(event)
    },
    true,
  )
  // From the bar above the sheet, luckysheet accepts neither input-method text in a formula nor text that looks like
  // HTML.
  addEventListener('input', () => {
    const isInBar = bar()?.contains(document.activeElement) && isOpen()
    if (isInBar && editor().textContent !== bar().textContent) editor().textContent = bar().textContent
  })
}
