import fc from 'fast-check'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Contribution } from '#core/extension.ts'
import { itemOperations } from '#core/item/operations.ts'
import type { Item, ItemType } from '#core/item/item.ts'
import { changesBetween, emptyContentOf, kindOf, markdownOf, mergedContents } from '#core/page/content.ts'
import { isMissing } from '#core/page/missing-kind.ts'
import { pageOperations } from '#core/page/operations.ts'
import { contribute, pageKinds, type PageKind } from '#core/plugin.ts'
import { pageKind as broken } from '#tests/support/kinds/broken-kind.ts'
import { pageKind as careless } from '#tests/support/kinds/careless-kind.ts'
import { pageKind as slow } from '#tests/support/kinds/slow-kind.ts'
import { checklist, checklistContributions, done, open } from '#tests/support/kinds/checklist.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { world } from '#tests/support/world.ts'

let contributes: readonly Contribution[]
let list: PageKind
beforeAll(async () => {
  contributes = await checklistContributions()
  list = contributes[0]?.value as PageKind
})
const KNOWN = { id: 'checklist', itemTypes: ['table'], plugin: { en: 'Lists', 'zh-cn': '清单' } }
const kinds = (...added: readonly PageKind[]): readonly Contribution[] =>
  added.map((kind) => contribute(pageKinds, kind))

async function place(added: readonly PageKind[] = [list], type: ItemType = 'regular') {
  const all = await world({ contributes: kinds(...added) })
  return { ...all, item: await all.addItem({ type }) }
}
const wishes = (item: Item, pageContent: string, pageId = 0) => ({
  ...{ itemId: item.id, pageId, pageTitle: 'To do', pageContent },
})

describe('the kind of a page', () => {
  it.each([
    ['regular', '# Milk', 'markdown'],
    ['regular', '', 'markdown'],
    ['regular', '{"checklist":[{"text":"Milk","done":false}]}', 'checklist'],
    ['regular', '{"checklist":[{"text":"Milk"}]}', 'markdown'],
    ['runapi', '{"checklist":[]}', 'checklist'],
    ['table', '', 'checklist'],
    ['table', '{"checklist":[]}', 'checklist'],
    ['table', '| a |\n|---|', 'markdown'],
  ] as const)('follows in an item of type %s from the content %j: %s', async (type, content, kind) => {
    const { services } = await place()
    expect((await kindOf(services, type, content)).id).toBe(kind)
  })

  it.each([
    ['regular', '', [], 'markdown'],
    ['regular', checklist(open('Milk')), [], 'markdown'],
    ['regular', checklist(open('Milk')), ['checklist'], 'unknown'],
    ['regular', `[${checklist(open('Milk'))}]`, ['checklist'], 'unknown'],
    ['regular', '{"checklist": [{"text": "cut of', ['checklist'], 'unknown'],
    ['regular', '# Milk', ['checklist'], 'markdown'],
    ['regular', '[Milk](/7) {"and": "eggs"}', ['checklist'], 'markdown'],
    ['table', '', ['checklist'], 'markdown'],
    ['table', '| a |\n|---|', ['checklist'], 'markdown'],
    // Nothing else begins there with data.
    ['table', checklist(open('Milk')), [], 'unknown'],
  ] as const)('without its plugin, in an item of type %s, the kind of %j is, if %j are known: %s', async (...given) => {
    const [type, content, known, kind] = given
    const { services } = await place([])
    const knownKinds = { list: () => known.map((id) => ({ ...KNOWN, id })) }
    expect((await kindOf({ ...services, knownKinds }, type, content)).id).toBe(kind)
  })

  it('names the plugin that the item begins with, and else all that are missing', async () => {
    const { services } = await place([])
    const sheets = { ...KNOWN, id: 'sheet', itemTypes: ['table'], plugin: { en: 'Sheets', 'zh-cn': '表格' } }
    const knownKinds = { list: () => [{ ...KNOWN, itemTypes: [] }, sheets] }
    const namesIn = async (type: ItemType) => {
      const kind = await kindOf({ ...services, knownKinds }, type, checklist(open('Milk')))
      return isMissing(kind) ? [kind.pluginsIn('en'), kind.pluginsIn('zh-cn')] : expect.unreachable()
    }

    expect(await namesIn('table')).toEqual(['Sheets', '表格'])
    expect(await namesIn('regular')).toEqual(['Lists / Sheets', '清单 / 表格'])
  })

  it('is not markdown either while its plugin runs and fails to say whether it is its own', async () => {
    const { services } = await place([broken])
    const knownKinds = { list: () => [{ ...KNOWN, id: broken.id }] }
    expect((await kindOf({ ...services, knownKinds }, 'regular', checklist(open('Milk')))).id).toBe('unknown')
  })

  it('is the one in which pages of the item begin, when two recognise the content', async () => {
    const other: PageKind = { ...careless, id: 'other', itemTypes: ['table'] }
    const { services } = await place([careless, other])
    expect((await kindOf(services, 'table', 'careless text')).id).toBe('other')
    expect((await kindOf(services, 'single', 'careless text')).id).toBe('careless')
  })
})

describe('a page of a kind whose plugin does not run', () => {
  const content = '{ "checklist": [\n  {"text": "Milk & <b>eggs</b>", "done": true} ]\r\n}\n```\n# no heading\n'

  it('is shown as it is stored, below a notice that names the plugin, and stays what it is', async () => {
    const { editor, reader, item, services } = await place([])
    Object.assign(services, { knownKinds: { list: () => [KNOWN] } })
    const { pageId } = await editor.do(pageOperations.save, wishes(item, content))

    const view = await reader.do(pageOperations.view, { pageId })
    const page = await editor.do(pageOperations.info, { pageId })

    expect(page).toMatchObject({ pageContent: content, kind: 'unknown', missingPlugins: 'Lists' })
    expect(view.kind).toBe('unknown')
    expect(view.headings).toEqual([])
    expect(view.html).toContain('The plugin “Lists” is not running.')
    expect(view.html).toContain('# no heading')
    expect(view.html).not.toContain('<b>')
  })

  it('is compared and merged as a whole', async () => {
    const { services } = await place([])
    const withKnown = { ...services, knownKinds: { list: () => [KNOWN] } }
    const [mine, theirs] = [checklist(done('Milk')), checklist(open('Milk'), open('Eggs'))]
    const sides = { base: checklist(open('Milk')), mine, theirs }

    const merged = await mergedContents(withKnown, 'regular', sides, [])
    expect(merged).toEqual({ content: null, conflicts: [{ mine, theirs }] })
    expect(await mergedContents(withKnown, 'regular', sides, ['mine'])).toMatchObject({ content: mine })
  })
})

describe('a page of a kind that a plugin adds', () => {
  it('[GEN-14] is kept as it was typed, and shown by its kind to all who read it', async () => {
    const { editor, reader, visitor, item } = await place()
    const content = '{ "checklist": [\n  {"text": "Milk & <b>eggs</b>", "done": true, "note": 7} ] }\n'
    const { pageId } = await editor.do(pageOperations.save, wishes(item, content))

    const view = await reader.do(pageOperations.view, { pageId })
    const { uniqueKey } = await editor.do(pageOperations.share, { pageId, isShared: true })
    const shared = await visitor.do(pageOperations.viewByKey, { uniqueKey })

    expect(await reader.do(pageOperations.info, { pageId })).toMatchObject({ pageContent: content, kind: 'checklist' })
    expect(view.kind).toBe('checklist')
    expect(view.html).toContain('Milk &amp; &lt;b&gt;eggs')
    expect(view.html).toContain('type="checkbox"')
    expect(shared).toMatchObject({ kind: 'checklist', html: view.html })
  })

  it('is compared in the words of its kind, while the states stay what they are', async () => {
    const { editor, item } = await place()
    const before = checklist(open('Milk'))
    const after = checklist(done('Milk'), open('Eggs'))
    const { pageId } = await editor.do(pageOperations.save, wishes(item, before))
    await editor.do(pageOperations.save, wishes(item, after, pageId))
    const [version] = await editor.do(pageOperations.history, { pageId })

    const compared = await editor.do(pageOperations.compare, { pageId, versionId: version?.versionId ?? 0 })

    expect(compared.texts).toEqual({ before: '- [ ] Milk', after: '- [x] Milk\n- [ ] Eggs' })
    expect([compared.before.pageContent, compared.after.pageContent]).toEqual([before, after])
  })

  it('is compared as it was typed with a state of another kind', async () => {
    const { editor, item } = await place()
    const { pageId } = await editor.do(pageOperations.save, wishes(item, 'Milk'))
    await editor.do(pageOperations.save, wishes(item, checklist(open('Milk')), pageId))
    const [version] = await editor.do(pageOperations.history, { pageId })

    const compared = await editor.do(pageOperations.compare, { pageId, versionId: version?.versionId ?? 0 })

    expect(compared.texts).toBeNull()
  })

  it('joins what two people made of it, and asks where both changed the same', async () => {
    const { editor, reader, item } = await place()
    const base = checklist(open('Milk'), open('Eggs'))
    const sides = {
      base,
      mine: checklist(done('Milk'), open('Eggs'), open('Bread')),
      theirs: checklist(open('Milk'), done('Eggs')),
    }
    const { pageId } = await editor.do(pageOperations.save, wishes(item, base))
    const opposed = { base, mine: checklist(open('Eggs')), theirs: checklist(done('Milk'), open('Eggs')) }

    expect(await editor.do(pageOperations.merge, { pageId, ...sides })).toEqual({
      pageContent: checklist(done('Milk'), done('Eggs'), open('Bread')),
      conflicts: [],
    })
    const asked = { pageContent: null, conflicts: [{ mine: '', theirs: '- [x] Milk' }] }
    expect(await editor.do(pageOperations.merge, { pageId, ...opposed })).toEqual(asked)
    for (const choice of ['mine', 'theirs'] as const) {
      const { pageContent } = await editor.do(pageOperations.merge, { pageId, ...opposed, choices: [choice] })
      expect(pageContent).toBe(opposed[choice])
    }
    expect(await outcomeOf(reader.do(pageOperations.merge, { pageId, ...sides }))).toBe('notAllowed')
  })

  it('begins as its kind says in items of its type, which are offered', async () => {
    const { owner } = await place()
    const withoutPlugin = await place([])

    const { itemId } = await owner.do(itemOperations.add, { itemType: 'table', itemName: 'Shopping' })
    const { pages } = (await owner.do(itemOperations.info, { itemId })).menu
    const info = await owner.do(pageOperations.info, { pageId: pages[0]?.pageId ?? 0 })

    expect(info).toMatchObject({ kind: 'checklist', pageContent: checklist() })
    expect(await owner.do(itemOperations.types, {})).toEqual([
      { itemType: 'regular', kind: 'markdown', pageContent: '' },
      { itemType: 'single', kind: 'markdown', pageContent: '' },
      { itemType: 'table', kind: 'checklist', pageContent: checklist() },
    ])
    const types = await withoutPlugin.owner.do(itemOperations.types, {})
    expect(types.map(({ itemType }) => itemType)).toEqual(['regular', 'single'])
  })
})

describe('a page of markdown that the renderer gave back as typed', () => {
  it.each([
    ['because others were before it, comes by itself', { isAsTyped: true, isUntried: true }, 'later'],
    ['because it took too long, is shown as it is stored', { isAsTyped: true }, 'no'],
    ['in no case, is shown whole', {}, 'yes'],
  ] as const)('%s', async (_, tried, isWhole) => {
    const { editor, item, services } = await place([])
    const { pageId } = await editor.do(pageOperations.save, wishes(item, '| a |'))
    vi.spyOn(services.renderer, 'render').mockResolvedValue({ html: '<pre>| a |</pre>', headings: [], ...tried })

    const view = await editor.do(pageOperations.view, { pageId })

    expect(view).toMatchObject({ kind: 'markdown', html: '<pre>| a |</pre>', isWhole })
  })
})

describe('a kind that is broken', () => {
  it('[DOC-07] has its pages shown as they were typed, and loses nothing of them', async () => {
    const { editor, owner, item } = await place([broken], 'table')
    const content = 'broken ```` <img src=x onerror=alert(1)> {"a": 1}'
    const { pageId } = await editor.do(pageOperations.save, wishes(item, content))

    const { html, isWhole } = await editor.do(pageOperations.view, { pageId })
    const info = await editor.do(pageOperations.info, { pageId })
    const sides = { base: 'broken', mine: 'broken 1', theirs: 'broken 2' }
    const { itemId } = await owner.do(itemOperations.add, { itemType: 'table', itemName: 'Shopping' })

    expect(isWhole).toBe('no')
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; {"a": 1}')
    expect(html).not.toContain('<img')
    expect(info).toMatchObject({ pageContent: content, kind: 'broken' })
    expect(await editor.do(pageOperations.merge, { pageId, ...sides })).toEqual({
      pageContent: null,
      conflicts: [{ mine: 'broken 1', theirs: 'broken 2' }],
    })
    expect((await owner.do(itemOperations.info, { itemId })).menu.pages).toHaveLength(1)
  })

  it('has a page shown as it was typed, however many backticks are in it', async () => {
    const { editor, item } = await place([broken])
    const content = `broken ${'` '.repeat(400_000)}`
    const { pageId } = await editor.do(pageOperations.save, wishes(item, content))

    expect(await outcomeOf(editor.do(pageOperations.view, { pageId }))).toBe('nothing')
  })

  it('leaves alone what it fails to recognise', async () => {
    const { services } = await place([broken, list], 'table')
    expect((await kindOf(services, 'table', 'anything')).id).toBe('markdown')
    expect((await kindOf(services, 'table', checklist())).id).toBe('checklist')
    expect(await emptyContentOf(services, 'table')).toBe('')
  })

  it('has a page shown as it was typed when it makes far more of it than a page may hold', async () => {
    const { services } = await place([careless])
    expect(await markdownOf(services, careless, 'careless at length')).toBe('```\ncareless at length\n```')
  })

  it('has nothing said of its changes when it fails or gives something else', async () => {
    const { services } = await place([broken, careless])
    for (const kind of ['broken', 'careless'])
      expect(await changesBetween(services, 'regular', { before: `${kind} 1`, after: `${kind} 2` }, 'en')).toEqual([])
  })

  it('[DOC-08] gives readers nothing that the renderer of markdown would not let through', async () => {
    const { editor, item } = await place([careless])
    const hostile = 'careless<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a>'
    const { pageId } = await editor.do(pageOperations.save, wishes(item, hostile))

    const { html, kind } = await editor.do(pageOperations.view, { pageId })

    expect(kind).toBe('careless')
    expect(html).not.toMatch(/<script|onerror|javascript:/)
  })
})

describe('a kind that takes long', () => {
  const shownOf = async (here: Awaited<ReturnType<typeof place>>, content: string) => {
    const { pageId } = await here.editor.do(pageOperations.save, wishes(here.item, content))
    return { pageId, view: await here.reader.do(pageOperations.view, { pageId }) }
  }

  it('[DOC-07] lets nobody wait for it: the source is shown until the page has been prepared, which goes on', async () => {
    const here = await place([slow])
    const { pageId, view } = await shownOf(here, 'slow 4000 <b>&amp;</b>')
    const { uniqueKey } = await here.editor.do(pageOperations.share, { pageId, isShared: true })

    expect(view).toMatchObject({ kind: 'slow', isWhole: 'later', headings: [] })
    expect(view.html).toBe('<pre><code>slow 4000 &lt;b&gt;&amp;amp;&lt;/b&gt;</code></pre>')
    await vi.waitFor(
      async () => {
        const later = await here.reader.do(pageOperations.view, { pageId })
        expect(later).toMatchObject({ isWhole: 'yes', html: expect.stringContaining('Rendered') })
      },
      { timeout: 170_000, interval: 100 },
    )
    const shared = await here.visitor.do(pageOperations.viewByKey, { uniqueKey })
    expect(shared.kind).toBe('slow')
  })

  it('shows the other pages while it hangs with one, and that one as it is stored', async () => {
    const here = await place([slow])
    const { pageId, view } = await shownOf(here, 'slow for ever')
    const other = await shownOf(here, 'slow 0')
    const becomes = (id: number, shown: object) =>
      vi.waitFor(async () => expect(await here.reader.do(pageOperations.view, { pageId: id })).toMatchObject(shown), {
        ...{ timeout: 170_000, interval: 100 },
      })

    expect(view.isWhole).toBe('later')
    await becomes(other.pageId, { isWhole: 'yes', html: expect.stringContaining('Rendered') })
    await becomes(pageId, { isWhole: 'no' })
  })
})

describe('what is typed', () => {
  const content = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }).filter((text) => !text.includes('\0') && text.isWellFormed()),
    fc.constantFrom(
      '',
      'careless',
      'broken ``` x',
      '{"checklist":[]}',
      '{"checklist":[ ]}\r\n',
      '{"checklist"',
      '````',
    ),
    fc
      .array(fc.record({ text: fc.string({ maxLength: 5 }), done: fc.boolean() }), { maxLength: 3 })
      .map((entries) => checklist(...entries)),
  )
  const types = fc.constantFrom<ItemType>('regular', 'single', 'runapi', 'table')

  it('is what one side alone has changed, to the letter, whatever the kind does', async () => {
    const { services } = await place([broken, careless, list])
    await fc.assert(
      fc.asyncProperty(types, content, content, async (type, base, changed) => {
        const mine = await mergedContents(services, type, { base, mine: changed, theirs: base }, [])
        const theirs = await mergedContents(services, type, { base, mine: base, theirs: changed }, [])
        const both = await mergedContents(services, type, { base, mine: changed, theirs: changed }, [])
        const result = { content: changed, conflicts: [] }
        expect([mine, theirs, both]).toEqual([result, result, result])
      }),
      { numRuns: 60 },
    )
  })

  it('can be chosen as it is where both sides have changed it and no kind can join them', async () => {
    const { services } = await place([broken, careless])
    await fc.assert(
      fc.asyncProperty(types, content, content, content, async (type, base, mine, theirs) => {
        fc.pre(new Set([base, mine, theirs]).size === 3)
        for (const choice of ['mine', 'theirs'] as const) {
          const sides = { base, mine, theirs }
          expect((await mergedContents(services, type, sides, [choice])).content).toBe(sides[choice])
        }
      }),
      { numRuns: 60 },
    )
  })

  it('is shown, whatever its kind makes of it', async () => {
    const { services } = await place([broken, careless, list])
    await fc.assert(
      fc.asyncProperty(types, content, async (type, typed) => {
        const shown = await markdownOf(services, await kindOf(services, type, typed), typed)
        if (typed.trim() === '') expect(shown.trim()).toBe('')
        expect(typeof shown).toBe('string')
      }),
      { numRuns: 60 },
    )
  })
})
