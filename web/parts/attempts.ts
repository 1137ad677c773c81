/** Something that is loaded when it is first wanted could not be loaded. */
export class NotLoaded extends Error {}

const due = new Set<() => unknown>()

/** What is to be done before what could not be loaded is wanted again. */
export function beforeNextAttempt(prepare: () => unknown): void {
  due.add(prepare)
}

/** Gets ready to load again whatever could not be loaded. */
export async function tryAgain(): Promise<void> {
  const prepared = [...due].map((prepare) => prepare())
  due.clear()
  await Promise.all([...prepared, ...missingStyles().map(loadedAgain)])
}

/** Styles that failed are not asked for again together with the code that needs them. */
const missingStyles = (): readonly HTMLLinkElement[] =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(({ sheet }) => !sheet)

const loadedAgain = (link: HTMLLinkElement): Promise<unknown> =>
  new Promise((settle) => {
    const next = link.cloneNode() as HTMLLinkElement
    next.onload = settle
    next.onerror = settle
    link.replaceWith(next)
  })
