import type { Page } from '@playwright/test'
import { copyPicture, paste } from './support/clipboard.ts'
import { NOTES, PARAGRAPHS, REVIEW, WEB_ARTICLE, WORD_REPORT } from './support/handbook.ts'
import { expect, newPerson, shareSession, test } from './support/product.ts'

test('a handbook of 2,000 words that is written in rich text by keys alone is read as it was written', async ({
  page,
  server,
}) => {
  // About ten thousand keys, one after the other.
  test.setTimeout(300_000)
  const { client } = await newPerson(server.url, 'handbook-writer')
  await shareSession(page, client)
  const { item_id: itemId } = await client.call<{ item_id: number }>('item/add', { item_name: 'Payments' })
  const terms = { item_id: itemId, page_id: 0, page_title: 'Terms of the desk', page_content: 'x' }
  const { page_id: termsId } = await client.call<{ page_id: number }>('page/save', terms)
  const { type, line, press, pasteFormatted } = keysOf(page)
  const text = page.getByRole('textbox', { name: 'Text of the page' })
  await page.goto(`/page/edit/${itemId}/0`)
  await expect(page.getByRole('textbox', { name: 'Page title' })).toBeFocused()

  await type('Payments: a handbook')
  await expect(text).toBeVisible()
  await press('Enter')
  await expect(text).toBeFocused()
  await line(PARAGRAPHS.purpose)
  await line(PARAGRAPHS.reading)
  await line('## The parts')
  await line(PARAGRAPHS.flow)
  await line('/diagram')
  await expect(text.getByText('A[Start]').first()).toBeVisible()
  await line('flowchart LR')
  await type('Shop --> Gateway --> Bank')
  await press('Control+Enter')
  await line('### States')
  await line(PARAGRAPHS.states)
  await line('/table')
  await expect(page.getByRole('menuitem', { name: '2 × 3' })).toBeFocused()
  await press('ArrowDown', 'ArrowDown', 'Enter')
  await expect(text.locator('th').first()).toBeVisible()
  for (const cell of ['State', 'Meaning', 'Next', 'open', 'not answered', 'agreed/refused', 'agreed', 'taken'])
    await type(cell, 'Tab')
  for (const cell of ['settled', 'settled', 'arrived | closed']) await type(cell, 'Tab')
  await type('n/a')
  // Into a new row, and out of it.
  await press('Enter', 'Enter')
  await line('### Limits and keys')
  await line(PARAGRAPHS.limits)
  await line('```sh')
  await line('curl -s https://pay.example.com/v1/orders \\')
  await line('  -H "Authorization: Bearer $KEY" -d amount=110')
  await press('Enter')
  await line(PARAGRAPHS.keys)
  await line(PARAGRAPHS.trials)
  await line('订单是顾客看到的，付款是银行看到的（是/否）。')
  await line(PARAGRAPHS.words)

  await line('## When something is wrong')
  await line(PARAGRAPHS.night)
  await line('/callout')
  await expect(text.getByText('What readers must not miss.')).toBeVisible()
  await line('Write one line first, then repair.')
  await press('Enter')
  await line('- the desk shows `late`:')
  await press('Tab')
  await line('ask the **bank**')
  await line('wait for *two* minutes')
  await press('Enter')
  await line('the desk shows ~~open~~ nothing')
  await press('Enter')
  await line('1. stop the job')
  await line('tell the second person')
  await press('Enter')
  await line('> Nobody was ever blamed for it.')
  await line(PARAGRAPHS.backups)
  await line('The share that is lost between two copies is at most')
  await line('/formula')
  await expect(text.getByText('E = mc').first()).toBeVisible()
  await type('s = t / 24')
  await press('Control+Enter')
  await type('It was never above')
  await press('Shift+Control+ArrowLeft', 'Control+b', 'End', 'Control+b')
  await line(' 4 %.')
  await copyPicture(page)
  await press('Control+v')
  await expect(text.locator('img')).toBeVisible()
  await line(PARAGRAPHS.customers)

  await pasteFormatted(WORD_REPORT)
  await line('Everything in this table was done by the end of May.')
  await pasteFormatted(WEB_ARTICLE)
  await press('Enter', 'Enter')

  await line('## Who does what')
  await line(PARAGRAPHS.change)
  await line('[ ] the sums of yesterday match')
  await line('nobody is on holiday')
  await press('Enter')
  await line('---')
  await line(PARAGRAPHS.access)
  await line(PARAGRAPHS.figures)
  await type('The words are in [[terms')
  await expect(page.getByRole('option', { name: 'Terms of the desk' })).toBeVisible()
  await press('Enter')
  await line('.')
  await line('See [the desk](https://desk.example.com/a_b?x=1*2) or https://example.com/docs/list.')
  await type(PARAGRAPHS.ending)
  await press('Control+s')
  await expect(page.locator('.edit-state output').first()).toHaveText(/^Saved as version/)
  const [, pageId = ''] = /(\d+)$/.exec(page.url()) ?? []

  await page.goto(`/${itemId}/${pageId}`)
  await expect(page.getByRole('heading', { name: 'Payments: a handbook' })).toBeVisible()
  await expect(page.locator('.article pre.mermaid svg')).toContainText('Gateway')
  await expect(page.locator('.article .katex')).toBeVisible()
  expect(await readIn(page)).toEqual([
    `p: ${PARAGRAPHS.purpose}`,
    `p: ${PARAGRAPHS.reading}`,
    'h2: The parts',
    `p: ${PARAGRAPHS.flow}`,
    'pre: a drawing',
    'h3: States',
    `p: ${PARAGRAPHS.states}`,
    ...['State', 'Meaning', 'Next'].map((cell) => `th: ${cell}`),
    ...['open', 'not answered', 'agreed/refused', 'agreed', 'taken', 'settled'].map((cell) => `td: ${cell}`),
    ...['settled', 'arrived | closed', 'n/a'].map((cell) => `td: ${cell}`),
    'h3: Limits and keys',
    `p: ${PARAGRAPHS.limits}`,
    'pre: curl -s https://pay.example.com/v1/orders \\\n  -H "Authorization: Bearer $KEY" -d amount=110\n',
    `p: ${PARAGRAPHS.keys}`,
    `p: ${PARAGRAPHS.trials}`,
    'p: 订单是顾客看到的，付款是银行看到的（是/否）。',
    `p: ${PARAGRAPHS.words}`,
    'h2: When something is wrong',
    `p: ${PARAGRAPHS.night}`,
    'callout: Write one line first, then repair.',
    'li 1: the desk shows <code>late</code>:',
    'li 2: ask the <strong>bank</strong>',
    'li 2: wait for <em>two</em> minutes',
    'li 1: the desk shows <s>open</s> nothing',
    'li 1: stop the job',
    'li 1: tell the second person',
    'quote: Nobody was ever blamed for it.',
    `p: ${PARAGRAPHS.backups}`,
    'p: The share that is lost between two copies is at most',
    'pre: s = t / 24',
    'p: It was never <strong>above</strong> 4 %.',
    'img: /attachment/…',
    `p: ${PARAGRAPHS.customers}`,

    'h2: What happened',
    ...REVIEW.map((said) => `p: ${said}`),
    'h3: What we change',
    'li 1: The job takes a lock in the table <strong>job_runs</strong> and ends when it is taken.',
    'li 2: The lock names the machine and the hour.',
    'li 2: It ends by itself after <em>two hours</em>.',
    'li 1: Errors go to the desk, not to a log: less than 10<sup>2</sup> a day are expected.',
    'li 1: The page on <a href="https://example.com/ops/stop-the-job">stopping the job</a> is read aloud once a quarter.',
    ...['Change', 'Who', 'Until'].map((cell) => `th: <strong>${cell}</strong>`),
    ...['Lock of the job', 'Ledger', '21 March'].map((cell) => `td: ${cell}`),
    ...['Letters in one queue', 'Support', '4 April'].map((cell) => `td: ${cell}`),
    ...['Sums checked before sending', 'Bank & ledger', '18 April'].map((cell) => `td: ${cell}`),
    'p: Everything in this table was done by the end of May.',
    'h2: Checking a signature',
    `p: ${NOTES[0]}`,
    `p: ${NOTES[1]}`,
    'pre: def is_ours(body, header):\n    time, given = header.split(",")\n    return compare_digest(given, sign(time + body))\n',
    'h3: Being sent twice',
    `p: ${NOTES[2]}`,
    'li 1: Answer <strong>before</strong> you begin to work:',
    'li 2: put the notice into a queue,',
    'li 2: answer with <code>200</code>.',
    'li 1: Read <a href="https://example.com/docs/notices">the list of notices</a> for their fields.',

    'h2: Who does what',
    `p: ${PARAGRAPHS.change}`,
    'task: the sums of yesterday match',
    'task: nobody is on holiday',
    'hr: ',
    `p: ${PARAGRAPHS.access}`,
    `p: ${PARAGRAPHS.figures}`,
    `p: The words are in <a href="/${itemId}/${termsId}">Terms of the desk</a>.`,
    'p: See <a href="https://desk.example.com/a_b?x=1*2">the desk</a> or <a href="https://example.com/docs/list">https://example.com/docs/list</a>.',
    `p: ${PARAGRAPHS.ending}`,
  ])
  // Whether or not it is on the screen.
  const words = ((await page.locator('.article').textContent()) ?? '').trim().split(/\s+/)
  expect(words.length).toBeGreaterThan(2_000)
})

function keysOf(page: Page) {
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const type = async (text: string, ...keys: readonly string[]) => {
    await page.keyboard.type(text)
    await press(...keys)
  }
  return {
    press,
    type,
    line: (text: string) => type(text, 'Enter'),
    async pasteFormatted(content: { readonly html: string; readonly text: string }) {
      await paste(page, content)
      await expect(page.getByRole('button', { name: 'Convert to Markdown' })).toBeFocused()
      await press('Enter')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByText('Pasting a long text')).toHaveCount(0)
    },
  }
}

/** What readers see, a line for each block: its kind, with the depth of an item in its lists, and its text with its meaning. */
function readIn(page: Page): Promise<readonly string[]> {
  return page.locator('.article').evaluate((article) => {
    const BLOCKS = 'h1, h2, h3, h4, p, li, th, td, pre, hr, img'
    const meaning = (node: Node): string => {
      if (!(node instanceof Element)) return node.textContent ?? ''
      if (node.matches('ul, ol, input, .heading-link, figcaption, button')) return ''
      const inner = [...node.childNodes].map(meaning).join('')
      const name = node.localName
      if (name === 'a') return `<a href="${node.getAttribute('href')}">${inner}</a>`
      return ['strong', 'em', 's', 'sup', 'code'].includes(name) && !node.closest('pre')
        ? `<${name}>${inner}</${name}>`
        : inner
    }
    const kindOf = (block: Element): string => {
      if (block.matches('.task-list-item')) return 'task'
      if (block.localName === 'li') return `li ${block.closest('li li') ? 2 : 1}`
      if (block.closest('.callout')) return 'callout'
      return block.closest('blockquote') ? 'quote' : block.localName
    }
    const textOf = (block: Element): string => {
      if (block instanceof HTMLImageElement)
        return (block.getAttribute('src') ?? '').replace(/(?<=^\/attachment\/).+/, '…')
      if (block.matches('.mermaid')) return block.querySelector('svg') ? 'a drawing' : 'nothing'
      if (block.matches('.math')) return block.getAttribute('data-source') ?? ''
      return block.localName === 'pre' ? (block.textContent ?? '') : meaning(block).trim()
    }
    return [...article.querySelectorAll(BLOCKS)]
      .filter((block) => !block.matches('svg *, :is(li, th, td) p') && !block.querySelector(':scope > img'))
      .map((block) => `${kindOf(block)}: ${textOf(block)}`)
  })
}
