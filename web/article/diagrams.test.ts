// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { drawDiagrams } from './diagrams.ts'

const mermaid = vi.hoisted(() => ({ theme: '' }))
vi.mock('mermaid', () => ({
  default: {
    initialize: ({ theme }: { readonly theme: string }) => (mermaid.theme = theme),
    // Like mermaid, it reads its configuration while it draws.
    async render() {
      await new Promise((done) => setTimeout(done))
      return { svg: `<svg><title>${mermaid.theme}</title></svg>` }
    },
  },
}))

const t = ((key: string) => key) as never
let article: HTMLElement
beforeEach(() => {
  article = document.createElement('article')
  article.innerHTML = '<pre class="mermaid">graph LR; a --> b</pre><pre class="mermaid">graph LR; c --> d</pre>'
})
const drawnIn = () => [...article.querySelectorAll('title')].map(({ textContent }) => textContent)

describe('the diagrams of an article', () => {
  it('are in the colours of the scheme that was chosen last, however long drawing takes', async () => {
    await Promise.all([drawDiagrams(article, 'light', t), drawDiagrams(article, 'dark', t)])
    expect(drawnIn()).toEqual(['dark', 'dark'])
    await Promise.all([
      drawDiagrams(article, 'light', t),
      drawDiagrams(article, 'dark', t),
      drawDiagrams(article, 'light', t),
    ])
    expect(drawnIn()).toEqual(['neutral', 'neutral'])
  })

  it('keep their colours beside another article that is drawn at the same time', async () => {
    const other = article.cloneNode(true) as HTMLElement
    await Promise.all([drawDiagrams(article, 'dark', t), drawDiagrams(other, 'light', t)])
    expect(drawnIn()).toEqual(['dark', 'dark'])
  })
})
