/** What is urgent on a page: alerts, and a text that is not kept as it should be. */
const TROUBLES = '[role="alert"], [data-trouble]'
/** These stay above a sheet in full screen. */
const SHOWN_ABOVE = 'dialog, .toasts'

/** Calls back when trouble is reported on the page beside this part of it. @returns what ends that */
export function onNewTrouble(part: Element | null, report: () => void): () => void {
  let known = troublesBeside(part)
  const observer = new MutationObserver(() => {
    const now = troublesBeside(part)
    if ([...now].some((trouble) => !known.has(trouble))) report()
    known = now
  })
  const attributeFilter = ['role', 'data-trouble']
  observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributeFilter })
  return () => observer.disconnect()
}

function troublesBeside(part: Element | null): ReadonlySet<string> {
  const troubles = [...document.querySelectorAll<HTMLElement>(TROUBLES)].filter(
    (element) => part?.contains(element) !== true && element.closest(SHOWN_ABOVE) === null,
  )
  // The words of a text that is not kept say the time as well, which is no new trouble.
  return new Set(troubles.map(({ dataset, textContent }) => dataset['trouble'] ?? textContent).filter(Boolean))
}
