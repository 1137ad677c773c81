import { expect, it, onTestFinished } from 'vitest'
import { receiptPage } from '#server/switch/receipt-page.ts'
import type { LinkChoice } from '#server/switch/rewritten-links.ts'
import { describeShowdocs, LEAST_TABLES, madeShowdoc, SHOWDOC_VERSIONS, showdocFolder } from '#tests/support/showdoc.ts'
import { changeShowdoc, PLACES, type Place, runFrom, type SiteOfMoves, siteOfMoves } from './site-of-moves.ts'

const HOST = 'docs.test'
const COLUMNS = "alter table item add column item_domain text default ''; alter table item add column addtime int;"
const FIRST = `${LEAST_TABLES} ${COLUMNS}
  insert into user values (1, 'ann', '');
  insert into item (item_id, item_name, uid, item_domain, addtime) values (3, 'First', 1, 'docs', 1600000000);
  insert into page values (30, 3, 'Of the first', 'x');`
/** In an item of which the number and the domain are taken, as is the number of page 30. */
const LINKS = ['/docs', '/3', '/docs/30', '/page/30', '/docs/41', '/3/41', '/page/41', '/9']
const TAKEN = ['/docs', '/3', '/docs/30', '/page/30'].map((path) => `/web/#${path}`)
const SECOND = `${LEAST_TABLES} ${COLUMNS}
  insert into user values (1, 'tom', '');
  insert into item (item_id, item_name, uid, item_domain, addtime) values
    (3, 'Second', 1, 'docs', 1600000001), (9, 'Other', 1, '', 1600000001);
  insert into page values (30, 3, 'Of the second', 'x'),
    (41, 3, 'Links', '${LINKS.map((path) => `[a](/web/#${path})`).join(' ')} http://${HOST}/web/#/docs');`

async function siteOfFirst(place: Place): Promise<SiteOfMoves> {
  const site = await siteOfMoves(place, { statements: FIRST })
  onTestFinished(() => site.close(), 60_000)
  await site.run()
  return site
}

const second = (folder: string, { application }: SiteOfMoves, choice: LinkChoice) =>
  runFrom(folder, { application, isInto: true, links: { choice, hosts: [HOST], address: HOST } })

it.each(PLACES)(
  'names links whose domain or number another ShowDoc has here, and that alone is no failure (%s)',
  async (place) => {
    const site = await siteOfFirst(place)
    const { folder } = await madeShowdoc(SECOND)

    const { carried, receipt } = await second(folder, site, 'keep')

    expect(receipt.links.taken.map(({ address }) => address)).toEqual([...TAKEN, `http://${HOST}/web/#/docs`])
    expect([receipt.isWhole, receipt.links.followed, receipt.links.broken]).toEqual([true, 9, []])
    expect(receipt.links.brokenBefore).toEqual([])
    const idOf = (kind: 'item' | 'page', id: number) => carried.arrangement.idsHere.get(kind)?.get(id)
    const visitor = site.browser()
    const ledTo = async (path: string) =>
      (await visitor.get(`/web/here?path=${encodeURIComponent(path)}`)).headers.location
    const page = idOf('page', 41)
    expect(await Promise.all(['/docs/41', '/3/41', '/page/41', '/9'].map(ledTo))).toEqual([
      ...[`/page/${page}`, expect.stringMatching(`^/\\d+/${page}$`), `/page/${page}`, `/${idOf('item', 9)}`],
    ])
    const told = receiptPage(receipt, 'en')
    expect(told).toContain('9 followed; 4 lead to what they led to in ShowDoc; 5 name a domain or number that means')
    expect(told).toContain('其中 4 个指向的内容与在 ShowDoc 中相同；5 个使用的域名或编号在这里另有所指')
    expect(told.match(/<h2>(?:Links by a domain or number that|域名或编号在这里另有所指)/g)).toHaveLength(2)
    expect((await second(folder, site, 'keep')).carried.wasDone).toBe(true)
  },
  120_000,
)

it.each(PLACES)(
  'follows rewritten links at the addresses in the text here (%s)',
  async (place) => {
    const site = await siteOfFirst(place)
    const { folder } = await madeShowdoc(SECOND)

    const { carried, receipt } = await second(folder, site, 'rewrite')

    const { links, isWhole } = receipt
    expect([isWhole, links.followed, links.rewritten]).toEqual([true, 9, 9])
    expect([links.broken, links.taken, links.brokenBefore]).toEqual([[], [], []])
    const item = carried.arrangement.idsHere.get('item')?.get(3) ?? 0
    const page = carried.arrangement.idsHere.get('page')?.get(41) ?? 0
    const [text] = await site.application.product.database.pages.byIds(item, [page])
    expect(text?.content).toContain(`[a](/${item}/${page})`)
    expect(text?.content).toContain(`[http://${HOST}/web/#/docs](/${item})`)
  },
  120_000,
)

it.each(PLACES)(
  'leads to pages that stand in the query of an address, and proves that address (%s)',
  async (place) => {
    const site = await siteOfFirst(place)
    const paths = ['/9?page_id=41', '/3?page_id=30', '/docs?page_id=41', '/item/password/3?page_id=41&redirect=/3/41']
    const { folder } = await madeShowdoc(
      `${SECOND} update page set page_content = '${paths.map((path) => `[a](/web/#${path})`).join(' ')}' where page_id = 41;`,
    )

    const { carried, receipt } = await second(folder, site, 'keep')

    const { idsHere } = carried.arrangement
    const [item, page] = [idsHere.get('item')?.get(3), idsHere.get('page')?.get(41)]
    const visitor = site.browser()
    const ledTo = async (path: string) =>
      (await visitor.get(`/web/here?path=${encodeURIComponent(path)}`)).headers.location
    expect(receipt.links).toMatchObject({ followed: 4, broken: [], brokenBefore: [] })
    // Another ShowDoc that came first has the numbers of item 3 and of its page 30.
    expect(receipt.links.taken.map(({ address }) => address)).toEqual(['/web/#/3?page_id=30'])
    expect(await Promise.all([paths[0], paths[2], paths[3]].map((path) => ledTo(path ?? '')))).toEqual([
      ...[`/${item}/${page}`, `/page/${page}`, `/${item}/${page}`],
    ])
  },
  120_000,
)

/** What stands in a text, and what it becomes; null for what stays. */
const SHORT_LINKS = [
  [`[a](http://${HOST}/3) [b](http://${HOST}/docs#part)`, '[a](/ITEM) [b](/ITEM#part)'],
  ['[c](/docs/41) <a href="/3?page_id=41">d</a>', '[c](/ITEM/PAGE) <a href="/ITEM/PAGE">d</a>'],
  [`see http://${HOST}/3/41.`, `see [http://${HOST}/3/41](/ITEM/PAGE).`],
  [`[e](http://elsewhere.test/3) [f](/nobody) [g](/docs/list) \`http://${HOST}/3\``, null],
] as const

it.each(PLACES)(
  'rewrites links to items right below the host, as the server of a ShowDoc answers them (%s)',
  async (place) => {
    const site = await siteOfFirst(place)
    const text = SHORT_LINKS.map(([before]) => before).join('\n')
    const { folder, file } = await madeShowdoc(SECOND)
    changeShowdoc(file, `update page set page_content = '${text}' where page_id = 41`)

    const { carried, receipt } = await second(folder, site, 'rewrite')

    const item = carried.arrangement.idsHere.get('item')?.get(3) ?? 0
    const page = carried.arrangement.idsHere.get('page')?.get(41) ?? 0
    const [here] = await site.application.product.database.pages.byIds(item, [page])
    const wanted = SHORT_LINKS.map(([before, after]) => after ?? before).join('\n')
    expect(here?.content).toBe(wanted.replaceAll('ITEM', String(item)).replaceAll('PAGE', String(page)))
    const { links, isWhole } = receipt
    expect([isWhole, links.rewritten, links.broken, links.taken]).toEqual([true, 5, [], []])
    expect((await second(folder, site, 'rewrite')).carried.wasDone).toBe(true)
  },
  120_000,
)

describeShowdocs(SHOWDOC_VERSIONS.slice(0, 1), 'a second ShowDoc beside the first', () => {
  it.each(PLACES.flatMap((place) => (['keep', 'rewrite'] as const).map((choice) => [place, choice] as const)))(
    'comes with a receipt that is whole (%s, %s)',
    async (place, choice) => {
      const site = await siteOfMoves(place, { statements: FIRST })
      onTestFinished(() => site.close(), 60_000)
      const { application } = site
      await runFrom(showdocFolder('3.9.2'), { application })
      const links = { choice, hosts: ['docs.example.test'], address: 'docs.example.test' }

      for (const wasDone of [false, true]) {
        const { carried, receipt } = await runFrom(showdocFolder('2.10.5'), { application, isInto: true, links })

        expect(receipt.links.broken).toEqual([])
        expect([receipt.isWhole, carried.wasDone]).toEqual([true, wasDone])
      }
    },
    240_000,
  )
})
