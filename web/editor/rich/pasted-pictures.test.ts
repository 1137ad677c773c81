// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest'
import { mountedRichAt } from '#tests/support/mounted-rich.ts'
import { markdownFromHtml } from './markdown-from-html.ts'

const DATA = 'data:image/png;base64,iVBORw0KGgo='
const picture = (bytes = DATA): string => `<img src="${bytes}" alt="shot">`

/** A page with the cursor behind a word, and what is held for the pictures that are pasted into it. */
function pastedAt(source: string, word: string, html: string) {
  const onMissingPictures = vi.fn<() => void>()
  const page = mountedRichAt(source, word, { onMissingPictures })
  let held = 0
  const names: string[] = []
  page.onFiles((files, hold) => {
    for (const { name } of files) {
      names.push(name)
      const awaited = { id: (held += 1), label: name, isBlock: true }
      if (hold) hold(awaited)
      else page.held.hold(awaited, null)
    }
  })
  page.pasteHtml(html)
  return {
    ...page,
    names,
    onMissingPictures,
    /** The text once these pictures have come, in this order. */
    filled(...order: readonly number[]): string {
      for (const id of order) page.held.fill(id, `![${id}](/attachment/${id})`)
      return page.markdown()
    },
  }
}

describe('a picture that is pasted with its bytes', () => {
  it.each([
    ['between paragraphs', `<p>a</p><p>${picture()}</p><p>b</p>`, 'a\n\nb', 'a\n\n![1](/attachment/1)\n\nb'],
    ['within a line', `<p>a ${picture()} b</p><p>c</p>`, 'a b\n\nc', 'a ![1](/attachment/1) b\n\nc'],
    [
      'in an item',
      `<p>a</p><ul><li>one</li><li>two ${picture()}</li></ul><p>b</p>`,
      'a\n\n- one\n- two\n\nb',
      'a\n\n- one\n- two ![1](/attachment/1)\n\nb',
    ],
    [
      'in a cell',
      `<p>a</p><table><tr><th>x</th><th>y</th></tr><tr><td>${picture()}</td><td>z</td></tr></table><p>b</p>`,
      'a\n\n| x | y |\n| --- | --- |\n| | z |\n\nb',
      'a\n\n| x | y |\n| --- | --- |\n| ![1](/attachment/1) | z |\n\nb',
    ],
    [
      'in a quote',
      `<p>a</p><blockquote><p>said ${picture()} so</p></blockquote><p>b</p>`,
      'a\n\n> said so\n\nb',
      'a\n\n> said ![1](/attachment/1) so\n\nb',
    ],
    [
      'below a callout that it was in',
      `<p>a</p><blockquote class="callout callout-tip"><p>one</p><p>${picture()}</p></blockquote><p>b</p>`,
      'a\n\n> [!TIP]\n> one\n\nb',
      'a\n\n> [!TIP]\n> one\n\n![1](/attachment/1)\n\nb',
    ],
  ])('comes to its place %s, and leaves no trace before', (_, html, before, after) => {
    const page = pastedAt('start\n\nend\n', 'start', html)

    expect(page.markdown().replaceAll(/ {2,}/g, ' ')).toBe(`start${before}\n\nend\n`)
    expect(page.filled(1)).toBe(`start${after}\n\nend\n`)
  })

  it.each([[[1, 2, 3]], [[3, 2, 1]], [[2, 3, 1]]])('stands in its order whenever it comes: %j', (order) => {
    const html = `<p>${picture()}</p><p>${picture()} ${picture()}</p>`

    const [one, two, three] = [1, 2, 3].map((id) => `![${id}](/attachment/${id})`)
    const shown = pastedAt('start\n', 'start', html).filled(...order)

    expect(shown.trimEnd().split(/\s+/)).toEqual(['start', one, two, three])
  })

  it('is below the line at the cursor when it is first, and the text behind the cursor below it', () => {
    const html = `<p>${picture()}</p><p>b</p>`

    expect(pastedAt('startend\n', 'start', html).filled(1)).toBe('start\n\n![1](/attachment/1)\n\nbend\n')
  })

  it('goes with the paste that is taken back', () => {
    const page = pastedAt('start\n\nend\n', 'start', `<p>a</p><p>${picture()}</p><p>b</p>`)

    page.editor.undo()
    expect(page.markdown()).toBe('start\n\nend\n')
    page.editor.redo()
    expect(page.markdown()).toBe('starta\n\nb\n\nend\n')
  })

  it('has a name by its format', () => {
    const html = `<p>${picture()}${picture('data:image/jpeg;base64,/9j/4AA=')}</p>`

    expect(pastedAt('start\n', 'start', html).names).toEqual(['picture-1.png', 'picture-2.jpg'])
  })
})

it('pictures that did not come are told of once, and the others come', () => {
  const html = `<p>a<img src="file:///C:/a.png"><img src="cid:b"></p><p>${picture()}</p><p><img src="images/c.png"></p>`
  const page = pastedAt('start\n', 'start', html)

  expect(page.onMissingPictures).toHaveBeenCalledOnce()
  expect(page.filled(1)).toBe('starta\n\n![1](/attachment/1)\n')
})

it('a picture whose bytes cannot be read is told of', () => {
  expect(
    pastedAt('start\n', 'start', `<p>a</p>${picture('data:image/png;base64,A')}`).onMissingPictures,
  ).toHaveBeenCalledOnce()
  expect(
    pastedAt('start\n', 'start', `<p>a</p>${picture('data:image/svg+xml,<svg/>')}`).onMissingPictures,
  ).toHaveBeenCalledOnce()
  expect(pastedAt('start\n', 'start', '<p>a <img alt="nothing"></p>').onMissingPictures).not.toHaveBeenCalled()
})

it('in markdown the places of pictures are known, and nothing stands there', () => {
  const { markdown, pictures, missing } = markdownFromHtml(
    `<p>a</p><p>${picture()}</p><ul><li>b ${picture()}</li></ul><p><img src="file:///c.png">c</p>`,
  )
  const filled = pictures.toReversed().reduce((text, { at }) => `${text.slice(0, at)}<>${text.slice(at)}`, markdown)

  expect(markdown).not.toMatch(/[\uE000-\uF8FF]/)
  expect(filled).toBe('a\n\n<>\n\n- b <>\n\nc')
  expect(pictures.map(({ address }) => address)).toEqual([DATA, DATA])
  expect(missing).toBe(1)
})
