import { z } from 'zod'
import {
  command,
  DomainError,
  id,
  keepWithinRoom,
  line,
  openPage,
  query,
  requireLogin,
  requireRoom,
  text,
  textOwners,
  wired,
  type CommandContext,
  type Context,
  type Document,
} from '#core/plugin.ts'
import { bytesOf, keptPath, METHODS, ruleKey, rulesIn, type MockRule } from './mock-rule.ts'
import { isPattern, pathPattern } from './path-pattern.ts'
import { drawOf } from './draw.ts'
import { exactJson } from './exact-json.ts'
import { mockLimits, templateOf, TooMuch, type Template } from './template.ts'

const LONGEST_PATH = 500
const MOST_CASES = 20
const MOST_HEADERS = 20
const LONGEST_DELAY_MS = 5_000
const KEY_BYTES = 18

/** Headers that neither redirect nor set anything for this site. */
const HEADER_NAME = /^(x-[a-z0-9-]{1,60}|retry-after|etag|last-modified|link|content-language)$/i

const template = () => text(mockLimits.templateLength).min(1)
const answer = {
  status: z
    .number()
    .int()
    .refine((status) => (status >= 200 && status < 300) || (status >= 400 && status < 600))
    .default(200),
  headers: z
    .array(z.object({ name: z.string().regex(HEADER_NAME), value: z.string().regex(/^[\x20-\x7e]{0,1000}$/) }))
    .max(MOST_HEADERS)
    .default([]),
  delayMs: wired('delay_ms', z.number().int().min(0).max(LONGEST_DELAY_MS).default(0)),
}
const Case = z.object({
  in: z.enum(['query', 'header', 'body']),
  name: line(100).min(1),
  equals: line(500),
  template: template(),
  ...answer,
})
const method = () => z.enum(METHODS)
const Rule = {
  path: line(LONGEST_PATH),
  method: method().default(''),
  template: template(),
  ...answer,
  cases: z.array(Case).max(MOST_CASES).default([]),
  errorRate: wired('error_rate', z.number().int().min(0).max(100).default(0)),
}
const RuleView = z.object({
  pageId: id(),
  path: z.string(),
  method: method(),
  template: z.string(),
  status: z.number(),
  headers: answer.headers,
  delayMs: wired('delay_ms', z.number()),
  cases: z.array(Case),
  errorRate: wired('error_rate', z.number()),
  uniqueKey: z.string(),
  /** Another page of the item has the same path and method; the newest is used. */
  isPathShared: z.boolean(),
  /** Only readers of the item, or clients with the key, get an answer. */
  isPrivate: z.boolean(),
})

export const mockOperations = {
  mock: {
    add: command({
      summary: 'Keeps what the API of a page answers before it exists, in place of what was kept for the page before.',
      audience: 'user',
      input: z.object({ pageId: id(), ...Rule }),
      output: z.object({ pageId: id(), path: z.string(), uniqueKey: z.string() }),
      example: { pageId: 1, path: '/orders/7', template: '{"id|1-100": 1, "customer": "@cname"}' },
      async run(ctx, { pageId, path, method: asked, template: typed, status, headers, delayMs, cases, errorRate }) {
        const { item } = await openPage(ctx, pageId, 'edit', 'besideLock')
        if (isPattern(path) && !pathPattern(path)) throw new DomainError('invalidInput', { field: 'path' })
        templateIn(typed, 'template')
        for (const [at, { template: other }] of cases.entries()) templateIn(other, `cases.${at}.template`)
        const before = await heldRule(ctx, pageId)
        const data: MockRule = {
          ...keptPath(path),
          method: asked,
          uniqueKey: before?.data.uniqueKey ?? ctx.services.keys.random(KEY_BYTES),
          answer: { template: typed, status, headers, delayMs },
          cases,
          errorRate,
        }
        const [authorId, bytes] = [requireLogin(ctx), bytesOf(data)]
        const owners = textOwners(item.id, authorId)
        await requireRoom(ctx, owners, Math.max(0, bytes - (before ? bytesOf(before.data) : 0)))
        const counted = { bytes, authorId }
        const belonging = { key: ruleKey(pageId), itemId: item.id, pageId }
        await rulesIn(ctx).put({ ...belonging, at: ctx.services.clock.now(), data, ...counted })
        await keepWithinRoom(ctx, owners, bytes)
        return { pageId, path: data.path, uniqueKey: data.uniqueKey }
      },
    }),

    resetKey: command({
      summary:
        'Gives the mock of a page a new key, and with it a new address in a private item; the one before ends. With empty texts when nothing is kept.',
      audience: 'user',
      needsNoRoom: true,
      input: z.object({ pageId: id() }),
      output: z.object({ pageId: id(), path: z.string(), uniqueKey: z.string() }),
      example: { pageId: 1 },
      async run(ctx, { pageId }) {
        const { access } = await openPage(ctx, pageId, 'read')
        // Access can be taken away in an archived item, too (D80), and in one whose pages only programs edit.
        const isFixed = access.isArchived || access.isUntouchable
        await openPage(ctx, pageId, isFixed ? 'revoke' : 'edit', 'besideLock')
        const kept = await heldRule(ctx, pageId)
        if (!kept) return { pageId, path: '', uniqueKey: '' }
        const uniqueKey = ctx.services.keys.random(KEY_BYTES)
        await rulesIn(ctx).update(kept.id, { uniqueKey })
        return { pageId, path: kept.data.path, uniqueKey }
      },
    }),

    preview: query({
      summary: 'An answer that a template makes.',
      audience: 'user',
      input: z.object({ template: template() }),
      output: z.object({ answer: z.string() }),
      example: { template: '{"list|2": [{"id": "@increment", "name": "@cname"}]}' },
      async run({ services, session }, { template: typed }) {
        const made = templateIn(typed, 'template')
        const draw = await drawOf(services.keys.random(KEY_BYTES), session.language, services.clock.now())
        try {
          return { answer: JSON.stringify(exactJson(made.answer(draw)), null, 2) }
        } catch (error) {
          if (error instanceof TooMuch) throw new DomainError('mockTooLarge')
          throw error
        }
      },
    }),

    infoByPageId: query({
      summary: 'What the API of a page answers before it exists; with empty texts when nothing is kept for it.',
      audience: 'anyone',
      input: z.object({ pageId: id() }),
      output: RuleView,
      example: { pageId: 1 },
      async run(ctx, { pageId }) {
        const { item } = await openPage(ctx, pageId, 'read')
        const kept = await rulesIn(ctx).byKey(ruleKey(pageId))
        const isPrivate = item.visitPassword !== null
        if (!kept) return { pageId, isPrivate, ...NOTHING }
        return { pageId, isPrivate, isPathShared: await isPathShared(ctx, kept, item.id), ...viewOf(kept) }
      },
    }),
  },
}

const NOTHING = {
  ...{ path: '', method: '' as const, template: '', status: 200, headers: [], delayMs: 0, cases: [], errorRate: 0 },
  ...{ uniqueKey: '', isPathShared: false },
}

function viewOf({ data }: Document<MockRule>) {
  const { path, method: asked, answer: whenNoCase, cases, errorRate, uniqueKey } = data
  const { headers, ...rest } = whenNoCase
  return {
    ...{ path, uniqueKey, errorRate, ...rest },
    method: asked,
    headers: [...headers],
    cases: cases.map((each) => ({ ...each, headers: [...each.headers] })),
  }
}

/** Its key can only be changed by one transaction at a time, so that a former key never comes back. */
async function heldRule(ctx: CommandContext, pageId: number): Promise<Document<MockRule> | null> {
  const kept = await rulesIn(ctx).byKey(ruleKey(pageId))
  if (!kept) return null
  await rulesIn(ctx).update(kept.id, {})
  return rulesIn(ctx).byKey(ruleKey(pageId))
}

async function isPathShared(ctx: Context, { data, id: ownId }: Document<MockRule>, itemId: number): Promise<boolean> {
  const { list } = await rulesIn(ctx).find({ itemId, where: { path: data.path, method: data.method } })
  return list.some(({ id: other }) => other !== ownId)
}

/** @throws DomainError invalidInput when it is not JSON; mockTooDeep */
function templateIn(typed: string, field: string): Template {
  try {
    return templateOf(exactJson(typed))
  } catch (error) {
    // Extremely deep nesting cannot even be parsed.
    if (error instanceof TooMuch || error instanceof RangeError) throw new DomainError('mockTooDeep', { field })
    throw new DomainError('invalidInput', { field })
  }
}
