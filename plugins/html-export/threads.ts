import type { ExportedComment, ExportedThread, Language } from '#core/plugin.ts'
import { escaped } from './html-text.ts'
import { WORDS } from './words.ts'

/** The comments as HTML, without a heading; '' when there are none. */
export const threadsHtml = (threads: readonly ExportedThread[], language: Language): string =>
  threads.map((thread) => threadHtml(thread, language)).join('')

function threadHtml({ quote, isResolved, comments }: ExportedThread, language: Language): string {
  const about = quote === '' ? '' : `<blockquote>${lines(quote)}</blockquote>\n`
  const said = comments.map((comment) => commentHtml(comment, language)).join('')
  const end = isResolved
    ? `<p class="thread-resolved"><em data-word="resolved">${WORDS[language].resolved}</em></p>\n`
    : ''
  return `<div class="thread">\n${about}${said}${end}</div>\n`
}

function commentHtml({ author, text, at }: ExportedComment, language: Language): string {
  const name =
    author === ''
      ? `<strong data-word="somebody">${WORDS[language].somebody}</strong>`
      : `<strong>${escaped(author)}</strong>`
  return `<p>${name} ${at.toISOString().slice(0, 10)}<br>${lines(text)}</p>\n`
}

const lines = (text: string): string => escaped(text).replaceAll(/\r?\n/g, '<br>')
