import { DRAWING } from './drawing.ts'
import { SEARCHING, type SearchedPage } from './searching.ts'
import { WORDING } from './words.ts'

type Parts = typeof DRAWING & typeof SEARCHING & typeof WORDING

/** Turns the document into its interactive form: one page at a time, with a tree, a search and a list of contents. */
function begin(parts: Parts): void {
  const root = document.documentElement
  root.classList.add('has-script')
  addEventListener('DOMContentLoaded', () => {
    placeMenu()
    parts.offerLanguages()
    parts.offerSchemes()
    parts.judgeAge()
    parts.showWords()
    offerCopies(parts)
    if (root.dataset['form'] === 'folder') readFolder(parts)
    else readWhole(parts)
  })
}

/** The tree is written last, when all pages are known, but is displayed first. */
function placeMenu(): void {
  const menu = document.querySelector<HTMLElement>('#menu')
  const text = document.querySelector('#text')
  if (menu) text?.before(menu)
  const button = document.querySelector('#menu-button')
  const toggle = (isOpen: boolean): void => {
    document.body.classList.toggle('has-menu', isOpen)
    button?.setAttribute('aria-expanded', String(isOpen))
  }
  button?.addEventListener('click', () => toggle(!document.body.classList.contains('has-menu')))
  menu?.addEventListener('click', ({ target }) => target instanceof Element && target.closest('a') && toggle(false))
  addEventListener('keydown', ({ key }) => key === 'Escape' && toggle(false))
  // The overview has nothing else to show.
  if (!document.querySelector('.page')) toggle(true)
}

function offerCopies({ word, showWords }: Parts): void {
  for (const block of document.querySelectorAll<HTMLElement>('.code-block')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy-code'
    button.dataset['word'] = 'copy'
    button.addEventListener('click', () => {
      const say = (key: string): void => {
        button.dataset['word'] = key
        button.textContent = word(key)
      }
      navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '').then(
        () => say('copied'),
        () => getSelection()?.selectAllChildren(block.querySelector('code') ?? block),
      )
      button.addEventListener('blur', () => say('copy'), { once: true })
    })
    block.append(button)
  }
  showWords()
}

/** All pages are in the document: the address determines which one is shown. */
function readWhole(parts: Parts): void {
  const pages = [...document.querySelectorAll<HTMLElement>('.page')]
  // The text as typed: rendered content contains styles.
  const searched = pages.map(searchedPage)
  const show = (): void => {
    const target = targetOf(location.hash)
    const page = target?.closest<HTMLElement>('.page') ?? pages[0]
    if (!page) return
    for (const each of pages) each.classList.toggle('is-shown', each === page)
    document.title = `${page.dataset['title']} – ${document.body.dataset['title']}`
    markInMenu(`#${page.id}`)
    listContents(page)
    draw(page)
    if (target && target !== page) target.scrollIntoView()
    else scrollTo(0, 0)
  }
  const draw = (place: ParentNode): void => {
    parts.showPictures(place)
    parts.drawFormulas(place)
  }
  show()
  addEventListener('hashchange', show)
  addEventListener('beforeprint', () => draw(document))
  offerFiles()
  parts.offerSearch(async () => searched, parts.word)
  // Printing includes all pages: their diagrams are rendered before.
  const shown = document.querySelector('.page.is-shown') ?? document
  const drawn = parts.drawDiagrams(shown).then(() => parts.drawDiagrams(document))
  document.querySelector('#print')?.addEventListener('click', () => void drawn.then(() => print()))
}

function targetOf(hash: string): Element | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)))
  } catch {
    return null
  }
}

function searchedPage(page: HTMLElement): SearchedPage {
  const text = page.querySelector('.article')?.textContent ?? ''
  return {
    href: `#${page.id}`,
    title: page.dataset['title'] ?? '',
    path: page.querySelector('.page-path')?.textContent ?? '',
    text,
  }
}

/** Files are part of the document, too: a link becomes one to their bytes when it is used. */
function offerFiles(): void {
  addEventListener('click', ({ target }) => {
    const link =
      target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-file]:not([href^="blob:"])') : null
    const data = link ? document.querySelector(`#file-${link.dataset['file']}`) : null
    if (!link || !data) return
    const bytes = Uint8Array.from(atob(data.textContent ?? ''), (sign) => sign.charCodeAt(0))
    link.href = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }))
  })
}

/** Each page is a separate document; the tree is in the first one, and the search index beside it. */
function readFolder(parts: Parts): void {
  const page = document.querySelector<HTMLElement>('.page')
  const up = document.documentElement.dataset['up'] ?? ''
  if (page) listContents(page)
  parts.drawFormulas(document)
  void parts.drawDiagrams(document)
  document.querySelector('#print')?.addEventListener('click', () => print())
  const get = async (address: string): Promise<string> => (await fetch(address)).text()
  parts.offerSearch(async () => {
    const pages = JSON.parse(await get(`${up}search.json`)) as SearchedPage[]
    return pages.map((each) => ({ ...each, href: up + each.href }))
  }, parts.word)
  const menu = document.querySelector('#menu')
  // Opened from a disk, only the link to the overview works: browsers do not let a file read others.
  if (!page || !menu || location.protocol === 'file:') return
  void bringTree(menu, up, get, `${up}pages/${page.id.replace('page-', '')}.html`)
}

async function bringTree(
  menu: Element,
  up: string,
  get: (address: string) => Promise<string>,
  shown: string,
): Promise<void> {
  const overview = new DOMParser().parseFromString(await get(`${up}index.html`), 'text/html')
  const tree = overview.querySelector('#menu > ul')
  if (!tree) return
  for (const link of tree.querySelectorAll('a')) link.setAttribute('href', up + link.getAttribute('href'))
  menu.append(document.adoptNode(tree))
  markInMenu(shown)
}

function markInMenu(href: string): void {
  for (const link of document.querySelectorAll('#menu a')) {
    const isShown = link.getAttribute('href') === href
    if (isShown) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
    for (let place = isShown ? link.closest('details') : null; place;)
      [place.open, place] = [true, place.parentElement?.closest('details') ?? null]
  }
}

/** The headings of the page beside it, if there are several. */
function listContents(page: HTMLElement): void {
  const contents = document.querySelector<HTMLElement>('#contents')
  const list = contents?.querySelector('ul')
  if (!contents || !list) return
  const headings = [...page.querySelectorAll<HTMLElement>('.article :is(h1, h2, h3, h4)[id]')]
  const top = Math.min(...headings.map(({ tagName }) => Number(tagName.slice(1))))
  const shown = headings.filter(({ tagName }) => Number(tagName.slice(1)) < top + 3)
  contents.hidden = shown.length < 2
  list.replaceChildren(
    ...shown.map((heading) => {
      const [item, link] = [document.createElement('li'), document.createElement('a')]
      item.className = `level-${Number(heading.tagName.slice(1)) - top}`
      link.href = `#${encodeURIComponent(heading.id)}`
      link.textContent = heading.textContent
      item.append(link)
      return item
    }),
  )
}

const READING = [
  ...[begin, placeMenu, offerCopies, readWhole, targetOf, searchedPage, offerFiles, readFolder, bringTree, markInMenu],
  listContents,
]
const PARTS = Object.values({ ...DRAWING, ...SEARCHING, ...WORDING })

/** The script of the documents. It contains no text from users. */
export const READING_SCRIPT = `(() => {\n${[...PARTS, ...READING].map(String).join('\n')}\nbegin({ ${PARTS.map(({ name }) => name).join(', ')} })\n})()`
