import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { commaList, id, idOrNone, noted, numbered, plainFlag, wired } from '#core/schema.ts'
import { coreOperations } from '#core/operations.ts'
import { decoderOf, encoderOf, notesOf, refusedName, snakeCase, wireName } from '#server/rest/wire.ts'
import { timeShower } from '#server/rest/time.ts'

const showTime = timeShower('Asia/Shanghai')
const plain = { isUrlencoded: false }
const decoded = (schema: z.ZodType, raw: unknown, isUrlencoded = false): unknown =>
  decoderOf(schema)(raw, { isUrlencoded })
const encoded = (schema: z.ZodType, value: unknown): unknown =>
  encoderOf(schema)(value, { showTime, siteUrl: 'https://docs.example.org' })

describe('naming a refused field', () => {
  const place = z.object({ catalogId: wired('cat_id', id()), order: wired('s_number', idOrNone().optional()) })
  const schema = z.object({
    places: wired('cats', z.array(place).max(3).default([])),
    byName: z.record(z.string(), place),
    isShared: noted({ wire: 'isCreateSiglePage', refusedAs: 'is_shared' }, z.boolean()),
  })

  it.each([
    ['places', 'cats'],
    ['places.0.catalogId', 'cats.0.cat_id'],
    ['places.2.order', 'cats.2.s_number'],
    ['byName.someKey.order', 'by_name.some_key.s_number'],
    ['isShared', 'is_shared'],
    ['saveId', 'save_id'],
    ['body', 'body'],
    ['places.0.none.deeper', 'cats.0.none.deeper'],
    ['', ''],
  ])('calls %j on REST %j', (path, name) => {
    expect(refusedName(schema, path)).toBe(name)
  })
})

describe('reading a request', () => {
  it('reads names in snake case, and wired names as they are', () => {
    const schema = z.object({
      itemId: id(),
      order: wired('s_number', z.number()),
      memberCount: wired('memberCount', z.number()),
    })

    expect(decoded(schema, { item_id: '7', s_number: '3', memberCount: '2' })).toEqual({
      itemId: 7,
      order: 3,
      memberCount: 2,
    })
  })

  it('reads either spelling of a field that has two (D06)', () => {
    const schema = z.object({ itemName: noted({ alsoNamed: ['name'] }, z.string()) })

    expect(decoded(schema, { name: 'A' })).toEqual({ itemName: 'A' })
    expect(decoded(schema, { item_name: 'B', name: 'A' })).toEqual({ itemName: 'B' })
  })

  it.each([
    ['1', true],
    ['true', true],
    [1, true],
    [true, true],
    ['0', false],
    ['false', false],
    ['', false],
    [0, false],
    ['yes', 'yes'],
  ])('reads the flag %j as %j (D05)', (raw, value) => {
    expect(decoded(z.boolean(), raw)).toBe(value)
  })

  it.each(['0x10', '1e9', ' 7', '７', '1_000', 'NaN', 'Infinity', '7;', '--1'])(
    'does not take %j for a number',
    (raw) => {
      expect(id().safeParse(decoded(id(), raw)).success).toBe(false)
    },
  )

  it('refuses ids the database cannot hold', () => {
    expect(id().safeParse(decoded(id(), '2147483648')).success).toBe(false)
    expect(idOrNone().safeParse(decoded(idOrNone(), '-1')).success).toBe(false)
  })

  it('reads numbers as words, further numbers too, and no words', () => {
    const schema = numbered({ regular: 1, single: 2 }, { 0: 'regular' })

    expect(decoded(schema, '2')).toBe('single')
    expect(decoded(schema, 0)).toBe('regular')
    expect(schema.safeParse(decoded(schema, 'single')).success).toBe(false)
    expect(schema.safeParse(decoded(schema, '9')).success).toBe(false)
  })

  it.each(['', 'undefined', 'null', 'NaN', null])('takes %j for a number that is not sent (D75)', (raw) => {
    const schema = z.object({
      ...{ itemId: id(), order: z.number().optional(), page: z.number().default(1) },
      ...{ role: numbered({ reader: 0, editor: 1 }).default('editor'), isOpen: plainFlag().default(true) },
    })
    const sent = { item_id: raw, order: raw, page: raw, role: raw, is_open: raw === '' ? undefined : raw }

    expect(schema.parse(decoded(schema, { ...sent, item_id: 7 }))).toEqual({
      ...{ itemId: 7, page: 1, role: 'editor', isOpen: true },
    })
    expect(schema.safeParse(decoded(schema, sent)).error?.issues.map((issue) => issue.path.join('.'))).toEqual([
      'itemId',
    ])
  })

  it('reads lists as JSON, with commas and with brackets (D04)', () => {
    const schema = z.array(id())

    for (const raw of ['[7,9]', '7,9', { 0: '7', 1: '9' }, [7, '9']]) expect(decoded(schema, raw)).toEqual([7, 9])
    for (const raw of [7, '7']) expect(decoded(schema, raw)).toEqual([7])
  })

  it('reads dictionaries with user keys as JSON text, and drops the prototype (D28)', () => {
    const schema = z.record(z.string(), z.number())

    expect(decoded(schema, '{"7":"1","9":"2"}')).toEqual({ 7: 1, 9: 2 })
    expect(decoded(schema, '{"__proto__":{"x":1},"7":"1"}')).toEqual({ 7: 1 })
    expect(Object.hasOwn({}, 'x')).toBe(false)
  })

  it('decodes marked fields once more when the request says so, and leaves broken ones alone', () => {
    const schema = z.object({ pageContent: noted({ urlencoded: true }, z.string()), title: z.string() })

    expect(decoded(schema, { page_content: '100%25%20%E4%B8%AD', title: '%25' }, true)).toEqual({
      pageContent: '100% 中',
      title: '%25',
    })
    expect(decoded(schema, { page_content: '100%', title: '' }, true)).toEqual({ pageContent: '100%', title: '' })
    expect(decoded(schema, { page_content: '100%25', title: '' })).toEqual({ pageContent: '100%25', title: '' })
  })

  it('never throws, whatever comes', () => {
    const schema = z.object({
      list: z.array(z.object({ id: id(), order: z.number() })),
      positions: z.record(z.string(), z.number()),
      role: numbered({ reader: 0, editor: 1 }),
      isOpen: z.boolean().default(false),
    })

    fc.assert(fc.property(fc.jsonValue(), (raw) => void decoderOf(schema)(raw, plain)))
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('list', 'positions', 'role', 'is_open'), fc.string()),
        (raw) => void decoderOf(schema)(raw, plain),
      ),
    )
  })
})

describe('writing a reply', () => {
  it('writes flags as 1 and 0, or plainly where D05 says so', () => {
    const schema = z.object({ isPrivate: z.boolean(), itemEdit: plainFlag() })

    expect(encoded(schema, { isPrivate: true, itemEdit: true })).toEqual({ is_private: 1, item_edit: true })
  })

  it('[PAGE-14] writes instants as YYYY-MM-DD HH:mm:ss in the time zone of the site', () => {
    expect(encoded(z.date(), new Date('2026-03-01T09:05:07Z'))).toBe('2026-03-01 17:05:07')
    expect(timeShower('America/New_York')(new Date('2026-12-31T04:59:59Z'))).toBe('2026-12-30 23:59:59')
  })

  it.each(['UTC', 'Asia/Shanghai', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'America/St_Johns'])(
    'shows every instant in %s as the calendar there has it, also when the clocks change',
    (timeZone) => {
      const show = timeShower(timeZone)
      const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })

      fc.assert(
        fc.property(
          fc.date({ min: new Date('1990-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
          (instant) => {
            expect(show(instant)).toBe(calendar.format(instant))
          },
        ),
      )
      for (const change of [
        '2026-03-08T06:59:59Z',
        '2026-03-08T07:00:00Z',
        '2026-11-01T05:59:59Z',
        '2026-11-01T06:00:00Z',
        // At one minute past midnight in St. John's.
        '1994-10-30T02:30:59Z',
        '1994-10-30T02:31:00Z',
        '1994-10-30T02:44:59Z',
      ])
        expect(show(new Date(change))).toBe(calendar.format(new Date(change)))
    },
  )

  it('writes marked lists as one text, which is read back as the list', () => {
    const schema = z.object({ itemIds: commaList(z.array(id())) })

    expect(encoded(schema, { itemIds: [7, 9] })).toEqual({ item_ids: '7,9' })
    expect(encoded(schema, { itemIds: [] })).toEqual({ item_ids: '' })
    expect(decoded(schema, { item_ids: '7,9' })).toEqual({ itemIds: [7, 9] })
  })

  it('leaves out what the schema does not know', () => {
    expect(encoded(z.object({ pageId: id() }), { pageId: 1, passwordHash: 'x' })).toEqual({ page_id: 1 })
  })

  it('writes trees of any depth', () => {
    interface Tree {
      readonly catId: number
      readonly sub: readonly Tree[]
    }
    const Tree: z.ZodType<Tree> = z.object({
      catId: id(),
      get sub() {
        return z.array(Tree)
      },
    })

    const leaf = { catId: 3, sub: [] }
    expect(encoded(Tree, { catId: 1, sub: [{ catId: 2, sub: [leaf] }] })).toEqual({
      cat_id: 1,
      sub: [{ cat_id: 2, sub: [{ cat_id: 3, sub: [] }] }],
    })
  })
})

describe('both ways', () => {
  const schema = z.object({
    itemId: id(),
    itemName: z.string(),
    isPrivate: z.boolean(),
    itemType: numbered({ regular: 1, single: 2, runapi: 3, table: 4 }),
    positions: z.record(z.string(), z.number()),
    pages: z.array(z.object({ pageId: id(), order: wired('s_number', z.number()) })),
  })
  const values = fc.record({
    itemId: fc.integer({ min: 1, max: 2_147_483_647 }),
    itemName: fc.string(),
    isPrivate: fc.boolean(),
    itemType: fc.constantFrom('regular', 'single', 'runapi', 'table'),
    positions: fc.dictionary(fc.stringMatching(/^\d{1,6}$/), fc.nat()),
    pages: fc.array(fc.record({ pageId: fc.integer({ min: 1, max: 99 }), order: fc.nat() })),
  })

  it('gives back what was written', () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(decoded(schema, encoded(schema, value))).toEqual(value)
      }),
    )
  })

  it('gives it back through a form as well, where everything is text', () => {
    fc.assert(
      fc.property(values, (value) => {
        const wire = encoded(schema, value) as Record<string, unknown>
        const form = Object.fromEntries(
          Object.entries(wire).map(([name, part]) => [name, typeof part === 'string' ? part : JSON.stringify(part)]),
        )
        expect(decoded(schema, form)).toEqual(value)
      }),
    )
  })
})

describe('the names of the product', () => {
  it('follow the rule, but for the exceptions that are written here', () => {
    const exceptions = new Set<string>()
    const visit = (schema: z.ZodType): void => {
      const { innerType, element, shape } = schema.def as unknown as Record<string, z.ZodType> & {
        shape?: Record<string, z.ZodType>
      }
      for (const inner of [innerType, element]) if (inner) visit(inner)
      for (const [key, field] of Object.entries(shape ?? {})) {
        if (wireName(key, field) !== snakeCase(key)) exceptions.add(`${key} → ${notesOf(field).wire}`)
        visit(field)
      }
    }
    for (const group of Object.values(coreOperations))
      for (const { input, output } of Object.values(group)) [input, output].forEach(visit)

    expect([...exceptions].toSorted()).toEqual([
      'action → op_action_type',
      'actionText → op_action_type_desc',
      'actorId → uid',
      'actorName → oper',
      'addedAt → addtime',
      'at → addtime',
      'at → optime',
      'baseCatalogId → base_cat_id',
      'canEdit → item_edit',
      'canManage → item_manage',
      'canManage → team_manage',
      'captcha → v_code',
      'catalogId → cat_id',
      'catalogIds → cat_ids',
      'catalogName → cat_name',
      'catalogs → cats',
      'comment → page_comments',
      'concernedUserId → concerned_uid',
      'defaultCatalogId2 → default_cat_id2',
      'defaultCatalogId3 → default_cat_id3',
      'defaultCatalogId4 → default_cat_id4',
      'deletedAt → del_time',
      'deletedBy → del_by_username',
      'deletedByUsername → del_by_username',
      'details → op_details',
      'editableCatalogIds → edit_cat_ids',
      'endsAt → end_time',
      'formerComment → former_comments',
      'globalParams → global_param',
      'groupId → item_group_id',
      'holderUsername → lock_username',
      'image → editormd-image-file',
      'isEmailVerified → email_verify',
      'isLocked → lock',
      'isLoggedIn → is_login',
      'isMoved → is_del',
      'isOwn → is_cur_user',
      'isOwned → original',
      'isOwner → creator',
      'isShared → isCreateSiglePage',
      'itemCount → itemCount',
      'itemIds → item_id',
      'kind → attachment_type',
      'lastLoginAt → last_login_time',
      'loginToken → user_token',
      'mediaType → file_type',
      'memberCount → memberCount',
      'membershipId → item_member_id',
      'object → op_object_type',
      'objectId → op_object_id',
      'objectName → op_object_name',
      'objectText → op_object_type_desc',
      'order → s_number',
      'otherVersionId → other_history_id',
      'parentId → parent_cat_id',
      'personId → person_uid',
      'places → cats',
      'provider → oss_type',
      'registeredAt → reg_time',
      'role → member_group_id',
      'role → team_member_group_id',
      'savedAt → addtime',
      'secretId → secretId',
      'secretKey → secretKey',
      'shownName → username_name',
      'siteRole → groupid',
      'toParentId → new_p_cat_id',
      'updatedAt → last_update_time',
      'userId → uid',
      'version → history_page',
      'versionId → page_history_id',
      'visits → visit_times',
    ])
  })
})
