/** The document's texts in the selected language; `{{date}}` is a day. */
function word(key: string, day = ''): string {
  const all = JSON.parse(document.querySelector('#words')?.textContent ?? '{}') as Record<
    string,
    Record<string, string>
  >
  const text = all[document.documentElement.lang]?.[key] ?? ''
  return text.replace('{{date}}', () => shownDay(day))
}

function shownDay(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const format = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium' })
  return format.format(new Date(year, month - 1, date))
}

/** Inserts the texts of the language into the document. */
function showWords(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-word]'))
    element.textContent = word(element.dataset['word'] ?? '', element.dataset['day'])
  for (const element of document.querySelectorAll<HTMLElement>('[data-label]')) {
    const label = word(element.dataset['label'] ?? '')
    element.setAttribute('aria-label', label)
    if (element instanceof HTMLInputElement) element.placeholder = label
    else element.title = label
  }
}

/** A choice that is remembered, if the browser allows it. */
function kept(name: string, value?: string): string | null {
  try {
    if (value !== undefined) localStorage.setItem(`octavo-document-${name}`, value)
    return localStorage.getItem(`octavo-document-${name}`)
  } catch {
    return null
  }
}

function offerLanguages(): void {
  const root = document.documentElement
  const choose = (language: string): void => {
    root.lang = language
    showWords()
  }
  const before = kept('language')
  choose(before === 'en' || before === 'zh-cn' ? before : root.lang)
  document.querySelector('#language')?.addEventListener('click', () => {
    choose(root.lang === 'en' ? 'zh-cn' : 'en')
    kept('language', root.lang)
  })
}

function offerSchemes(): void {
  const root = document.documentElement
  const before = kept('scheme')
  if (before === 'light' || before === 'dark') root.dataset['scheme'] = before
  document.querySelector('#scheme')?.addEventListener('click', () => {
    const shown = root.dataset['scheme'] ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
    root.dataset['scheme'] = shown === 'dark' ? 'light' : 'dark'
    kept('scheme', root.dataset['scheme'])
  })
}

/** Shows that the document has expired, from the day after its last one. */
function judgeAge(): void {
  const note = document.querySelector<HTMLElement>('#expiry')
  if (!note) return
  const now = new Date()
  const today = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0'))
  if (today.join('-') <= (note.dataset['day'] ?? '')) return
  note.dataset['word'] = 'expired'
  note.classList.add('is-expired')
  showWords()
}

export const WORDING = { word, shownDay, showWords, kept, offerLanguages, offerSchemes, judgeAge }
