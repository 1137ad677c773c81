import { chromium, type Browser, type Page } from '@playwright/test'
import { browserOptions } from '#tests/e2e/support/browser.ts'
import { paste } from '#tests/e2e/support/clipboard.ts'
import { longestTask } from './support/longest-task.ts'
import { openEditor } from './support/open-editor.ts'
import { startProduct, type BenchProduct } from './support/product.ts'
import { figure, percentile, type Bench, type Figure } from './support/report.ts'

const BYTES = 500_000
const LONGEST_MS = 1_000
const KEYS = 20
/** How long it must be idle to count as finished: longer than the pauses after which a draft is saved. */
const QUIET_MS = 3_000

/** A long text pasted into rich text: the longest freeze of the window, and the time until typing is possible again. */
export const pasting: Bench = {
  name: 'pasting',
  async run() {
    const product = await startProduct(1)
    const browser = await chromium.launch(await browserOptions())
    const figures: Figure[] = []
    for (const [kind, text] of Object.entries(texts()))
      figures.push(...(await pasted(browser, product, kind, { text })))
    for (const [kind, html] of Object.entries(formatted()))
      figures.push(...(await pasted(browser, product, `HTML, ${kind}`, { html, text: LAST })))
    for (const [kind, text] of Object.entries(texts())) figures.push(await openedRich(browser, product, kind, text))
    await browser.close()
    await product.server.stop()
    return figures
  },
}

async function pasted(
  browser: Browser,
  product: BenchProduct,
  kind: string,
  content: { readonly text: string; readonly html?: string },
): Promise<readonly Figure[]> {
  const page = await openEditor(browser, product, kind, 'start\n')
  await page.getByRole('textbox', { name: 'Text of the page' }).getByText('start').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.evaluate(watchTasks)

  let begun = 0
  let whole = 0
  const processor = await longestTask(browser, page, async () => {
    begun = await page.evaluate(() => performance.now())
    await paste(page, content)
    if (content.html !== undefined) await page.getByRole('button', { name: 'Convert to Markdown' }).click()
    whole = (await whenThere(page)) - begun
  })
  const tasks = await tasksOf(page)
  const letters = []
  for (let key = 0; key < KEYS; key += 1) {
    await page.keyboard.press('a')
    await page.waitForTimeout(300)
  }
  letters.push(...(await tasksOf(page)))
  const longest = Math.max(0, ...tasks)
  const longestKey = Math.max(0, ...letters)
  const name = `500 KB (${kind}) pasted into rich text`
  await page.context().close()
  return [
    figure(
      `${name}: longest task`,
      `${Math.round(longest)} ms, ${Math.round(processor)} ms of the processor (${Math.round(whole)} ms until one can write on)`,
      `≤ ${LONGEST_MS} ms`,
      longest <= LONGEST_MS,
    ),
    figure(
      `${name}: longest task of ${KEYS} keys after it`,
      `${Math.round(longestKey)} ms (half of them up to ${Math.round(
        percentile(
          letters.toSorted((a, b) => a - b),
          0.5,
        ) || 0,
      )})`,
      '–',
      true,
    ),
  ]
}

/** A long page that opens as markdown, switched to rich text. */
async function openedRich(browser: Browser, product: BenchProduct, kind: string, text: string): Promise<Figure> {
  const page = await openEditor(browser, product, `open ${kind}`, text)
  await page.getByRole('button', { name: 'Edit as rich text' }).waitFor()
  await page.evaluate(watchTasks)
  let begun = 0
  let whole = 0
  const processor = await longestTask(browser, page, async () => {
    begun = await page.evaluate(() => performance.now())
    await page.getByRole('button', { name: 'Edit as rich text' }).click()
    whole = (await whenThere(page)) - begun
  })
  const longest = Math.max(0, ...(await tasksOf(page)))
  await page.context().close()
  return figure(
    `500 KB (${kind}) opened as rich text: longest task`,
    `${Math.round(longest)} ms, ${Math.round(processor)} ms of the processor (${Math.round(whole)} ms until one can write)`,
    `≤ ${LONGEST_MS} ms`,
    longest <= LONGEST_MS,
  )
}

/** @returns the time of the window's clock when all of it is shown and can be edited */
async function whenThere(page: Page): Promise<number> {
  const writable = await page.waitForFunction(
    (words) => {
      const editable = document.querySelector('.ProseMirror')
      const isThere = editable?.textContent?.includes(words) === true
      const isDone = isThere && editable?.getAttribute('contenteditable') === 'true'
      return isDone && !document.querySelector('.rich-pasting') ? performance.now() : false
    },
    LAST,
    { timeout: 300_000, polling: 500 },
  )
  return (await writable.jsonValue()) as number
}

function watchTasks(): void {
  const tasks: { start: number; ms: number }[] = []
  Object.assign(window, { tasks })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) tasks.push({ start: startTime, ms: duration })
  }).observe({ type: 'longtask' })
}

/** The tasks of more than 50 ms since the last call, once there have been none for a while. */
async function tasksOf(page: Page): Promise<readonly number[]> {
  await page.waitForFunction(
    (quiet) => {
      const { tasks } = window as unknown as { tasks: { start: number; ms: number }[] }
      const last = tasks.at(-1)
      return performance.now() - (last ? last.start + last.ms : 0) > quiet
    },
    QUIET_MS,
    { timeout: 120_000 },
  )
  return page.evaluate(() => {
    const { tasks } = window as unknown as { tasks: { ms: number }[] }
    return tasks.splice(0).map(({ ms }) => ms)
  })
}

const LAST = 'The last words of it'

/** Parts of a text up to its length, followed by its last words. */
function filled(part: (number: number) => string, end: string): string {
  const parts: string[] = []
  for (let bytes = 0, number = 1; bytes < BYTES; number += 1) {
    parts.push(part(number))
    bytes += new TextEncoder().encode(parts.at(-1)).length
  }
  return `${parts.join('')}${end}`
}

/** As copied by web pages and office programs. */
function formatted(): Readonly<Record<string, string>> {
  const page = (part: (number: number) => string): string => `<div>${filled(part, `<p>${LAST}</p>`)}</div>`
  return {
    paragraphs: page(
      (number) => `<p>Paragraph ${number} says <b>what</b> call <code>/users/${number}</code> answers.</p>\n`,
    ),
    'headings, tables, code': page(
      (number) =>
        `<h2>Call ${number}</h2><p>It answers <strong>record</strong> ${number}, see <a href="https://example.com/${number}">this</a>.</p><table><tr><th>name</th><th>type</th></tr><tr><td>id</td><td>int</td></tr></table><pre><code class="language-json">{ "id": ${number} }</code></pre><ul><li>one<ul><li>two</li></ul></li></ul>\n`,
    ),
  }
}

function texts(): Readonly<Record<string, string>> {
  const text = (part: (number: number) => string): string => filled(part, `\n${LAST}`)
  return {
    paragraphs: text(
      (number) => `Paragraph ${number} says what call /api/v1/users/${number} answers, 返回用户信息。\n\n`,
    ),
    lists: text((number) => `${number}. Step ${number} of the work\n  - its first part, \`a_${number}\`\n`),
    'work: headings, tables, code': text(
      (number) =>
        `## Call ${number}\n\nIt answers **record** ${number}, see https://example.com/${number}.\n\n| name | type |\n|---|---|\n| id | int |\n| user_name | string |\n\n\`\`\`json\n{ "id": ${number} }\n\`\`\`\n\n- one\n- two\n\n`,
    ),
    'tables with links and code': text(
      (number) =>
        `## Call ${number}\n\n| name | type | remark |\n|---|---|---|\n| \`id\` | **int** | see https://example.com/${number} |\n| user_name | string[] | a<br>b |\n\nText.\n\n`,
    ),
    'a log without empty lines': text(
      (number) => `2026-11-23 01:02:03.${number % 1000} INFO  [main] c.e.Service - GET /api/v1/x/${number} (12 ms)\n`,
    ),
  }
}
