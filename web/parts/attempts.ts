/** Loading a part on demand has failed. */
export class NotLoaded extends Error {}

const due = new Set<() => unknown>()

/** What to do before loading is tried again. */
export function beforeNextAttempt(prepare: () => unknown): void {
  due.add(prepare)
}

/** Prepares for loading failed parts again. */
export async function tryAgain(): Promise<void> {
  const prepared = [...due].map((prepare) => prepare())
  due.clear()
  await Promise.all([...prepared, ...missingStyles().map(loadedAgain)])
}

/** Failed styles are not loaded again together with the code that needs them. */
const missingStyles = (): readonly HTMLLinkElement[] =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(({ sheet }) => !sheet)

const loadedAgain = (link: HTMLLinkElement): Promise<unknown> =>
  new Promise((settle) => {
    const next = link.cloneNode() as HTMLLinkElement
    next.onload = settle
    next.onerror = settle
    link.replaceWith(next)
  })
