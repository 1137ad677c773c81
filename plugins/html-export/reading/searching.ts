/** A page in the search index. */
export interface SearchedPage {
  readonly href: string
  readonly title: string
  /** The names of its catalogs. */
  readonly path: string
  readonly text: string
}

/**
 * Finds the pages that contain all words of the query, matches in titles first. @param read called once, at the first
 * search @param word returns a text of the document
 */
function offerSearch(read: () => Promise<readonly SearchedPage[]>, word: (key: string) => string): void {
  const box = document.querySelector<HTMLInputElement>('#search')
  const list = document.querySelector<HTMLElement>('#results')
  if (!box || !list) return
  let pages: Promise<readonly SearchedPage[]> | null = null
  const close = (): void => {
    list.hidden = true
  }
  const search = async (): Promise<void> => {
    const typed = box.value
    const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
    if (words.length === 0) return close()
    const all = await (pages ??= read())
    // The query has changed meanwhile.
    if (box.value !== typed) return
    const found = foundIn(all, words)
    list.replaceChildren(
      ...(found.length > 0 ? found.map((page) => resultOf(page, words)) : [nothingFound(word('noResults'))]),
    )
    list.hidden = false
  }
  box.addEventListener('input', () => void search())
  box.addEventListener('focus', () => void search())
  box.addEventListener('keydown', ({ key }) => {
    const first = list.querySelector('a')
    if (key === 'Enter' && !list.hidden) first?.click()
    if (key === 'ArrowDown' && !list.hidden) first?.focus()
  })
  list.addEventListener('keydown', ({ key }) => {
    const links = [...list.querySelectorAll('a')]
    const at = links.findIndex((link) => link === document.activeElement)
    if (key === 'ArrowDown') links[at + 1]?.focus()
    if (key === 'ArrowUp') (links[at - 1] ?? box).focus()
  })
  list.addEventListener('click', ({ target }) => target instanceof Element && target.closest('a') && close())
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close()
    const isTyping = event.target instanceof HTMLInputElement
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    box.focus()
  })
  addEventListener('click', ({ target }) => target instanceof Element && !target.closest('.finder') && close())
}

function foundIn(pages: readonly SearchedPage[], words: readonly string[]): readonly SearchedPage[] {
  const hits = pages.flatMap((page) => {
    const title = page.title.toLowerCase()
    const text = page.text.toLowerCase()
    if (!words.every((each) => title.includes(each) || text.includes(each))) return []
    return [{ page, isInTitle: words.every((each) => title.includes(each)) }]
  })
  return [...hits.filter(({ isInTitle }) => isInTitle), ...hits.filter(({ isInTitle }) => !isInTitle)]
    .slice(0, 50)
    .map(({ page }) => page)
}

function resultOf(page: SearchedPage, words: readonly string[]): HTMLElement {
  const item = document.createElement('li')
  const link = document.createElement('a')
  const [title, path, text] = ['strong', 'small', 'span'].map((name) => document.createElement(name))
  link.href = page.href
  title?.append(...marked(page.title, words))
  path?.append(page.path)
  text?.append(...marked(excerptOf(page.text, words), words))
  for (const part of [title, path, text]) if (part) link.append(part)
  item.append(link)
  return item
}

function excerptOf(text: string, words: readonly string[]): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  const at = Math.max(
    0,
    Math.min(...words.map((each) => plain.toLowerCase().indexOf(each)).filter((place) => place >= 0)),
  )
  const from = Number.isFinite(at) ? Math.max(0, at - 30) : 0
  return `${from > 0 ? '…' : ''}${plain.slice(from, from + 120)}${plain.length > from + 120 ? '…' : ''}`
}

/** The text with the words marked, as nodes: nothing in it is parsed as HTML. */
function marked(text: string, words: readonly string[]): (Node | string)[] {
  const signs = words.map((each) => each.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
  return text.split(new RegExp(`(${signs.join('|')})`, 'gi')).map((part, place) => {
    if (place % 2 === 0) return part
    const mark = document.createElement('mark')
    mark.textContent = part
    return mark
  })
}

function nothingFound(text: string): HTMLElement {
  const item = document.createElement('li')
  item.className = 'nothing'
  item.textContent = text
  return item
}

export const SEARCHING = { offerSearch, foundIn, resultOf, excerptOf, marked, nothingFound }
