// luckysheet keeps what is being typed to itself until the cell is left, and opens a cell by keys alone: a window that is
// closed before would lose it, and so would letters that come without a key, from an input method, a list of signs or by
// voice.
{
  let place = null
  /** Whether the first letter takes the place of what the cell holds. */
  let isCovered = false
  /** What stood in the editor at first; null before that. */
  let opened = null
  const box = () => document.getElementById('luckysheet-input-box')
  const editor = () => document.getElementById('luckysheet-rich-text-editor')
  const bar = () => document.getElementById('luckysheet-functionbox-cell')
  const isOpen = () => Number.parseInt(box()?.style.top ?? '', 10) > 0

  // Both are asked by luckysheet, by `luckysheet-patches.ts`.
  window.cellOpened = (sheet, row, column, cover) => {
    place = { id: String(sheet), row, column }
    isCovered = cover === true
    opened = null
  }
  // What is typed over a cell counts even if it reads like what the cell shows: 5 in place of a formula that comes to 5.
  window.isAsOpened = (typed, cell) => {
    if (!isOpen()) return typed == cell.f || typed == cell.v || typed == cell.m
    return isCovered ? !cell.f && typed === cell.v && typed === cell.m : typed === opened
  }

  window.openCell = {
    /** The cell and what it will hold; null when none is open, or nothing of it was changed. */
    typed() {
      if (!isOpen() || place === null) return null
      const typed = editor().textContent
      if (!isCovered) opened ??= typed
      if (typed === opened) return null
      const text = typed.replaceAll(/\r\n?/g, '\n')
      // As in other spreadsheets the sign in front says that the rest is text.
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
    /** Takes over what is typed, as it is: a function that is offered at this moment is not chosen by that. */
    close() {
      document.getElementById('luckysheet-formula-search-c')?.style.setProperty('display', 'none')
      luckysheet.exitEditMode()
    },
  }

  /** What luckysheet hears of a key that an input method has taken. */
  const pressUnknownKey = (target) =>
    target.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Process', keyCode: 229, bubbles: true, cancelable: true }),
    )
  const begin = (event) => {
    const isInBar = event.target === bar()
    if (isOpen() || (!isInBar && event.target !== editor())) return
    // The bar keeps the cursor when the cell is taken over, as by a save.
    if (isInBar) $(bar()).triggerHandler('focus')
    else pressUnknownKey(event.target)
    // A sheet that is only read.
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
  // From the bar above the sheet luckysheet takes nothing over that an input method wrote into a formula, and nothing that
  // looks like HTML.
  addEventListener('input', () => {
    const isInBar = bar()?.contains(document.activeElement) && isOpen()
    if (isInBar && editor().textContent !== bar().textContent) editor().textContent = bar().textContent
  })
}
