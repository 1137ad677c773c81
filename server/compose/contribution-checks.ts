import { z } from 'zod'
import { belongings } from '#core/account/belongings.ts'
import { loginMethods } from '#core/account/login-methods.ts'
import { signInRedirects } from '#core/account/sign-in-redirects.ts'
import { EXPORT_PARTS, exportFormats } from '#core/export/export-formats.ts'
import { importFormats } from '#core/import/import-formats.ts'
import { formOf } from '#core/site/settings-form.ts'
import { storageKinds } from '#core/attachment/storage-kinds.ts'
import { ITEM_TYPES, type ItemType } from '#core/item/item.ts'
import { itemKeyCarriers, itemKeyHolders } from '#core/item/carried-key.ts'
import { sampleSteps } from '#core/item/sample-steps.ts'
import { transferSteps } from '#core/item/transfer.ts'
import { threadSources } from '#core/export/thread-sources.ts'
import { unreadCounters } from '#core/item/unread.ts'
import { LANGUAGES } from '#core/language.ts'
import * as carriedParts from '#core/page/carried-parts.ts'
import { pageKinds } from '#core/page/kind.ts'
import { markdownKind } from '#core/page/markdown-kind.ts'
import { UNKNOWN } from '#core/page/missing-kind.ts'
import { searchSources } from '#core/page/search-sources.ts'
import { carriedLoginKeys } from '#core/site/carried-login-key.ts'
import { troubleTellers } from '#core/site/trouble.ts'
import { sealedDocuments, type SealedDocuments } from '#core/site/sealed-documents.ts'
import type { Plugin } from '#core/plugin.ts'
import { fieldsOf, secretFieldsOf } from '#core/settings.ts'
import { problemOfForm } from './form-checks.ts'
import { BUILT_IN_KINDS } from './storage-choice.ts'

const callable = z.custom((value) => typeof value === 'function', 'must be a function')
const Id = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be lower-case letters, digits and hyphens')
const Title = z.record(z.enum(LANGUAGES), z.string().min(1))
const LimitMs = z.number().positive().optional()

const Texts = z.record(z.string(), z.unknown())
/** Options of a format, from which a form can be derived. */
const Options = z
  .looseObject({
    schema: z.custom<z.ZodType>((value) => value instanceof z.ZodType, 'must be a schema'),
    texts: z.record(z.enum(LANGUAGES), Texts),
    kinds: z.record(z.string(), Id).optional(),
  })
  .superRefine(({ schema, texts, kinds = {} }, { addIssue }) => {
    const problem = problemOfForm(schema)
    if (problem !== null) return addIssue(problem)
    if (secretFieldsOf(schema).length > 0) return addIssue('must be no secret: they are kept with the task')
    for (const { name } of formOf(schema, schema.parse({}) as Readonly<Record<string, unknown>>, {}))
      for (const language of LANGUAGES)
        if (typeof (texts[language][name] as { readonly label?: unknown } | undefined)?.label !== 'string')
          addIssue(`must have a text ${name}.label in ${language}`)
    for (const name of Object.keys(kinds))
      if (!Object.hasOwn(fieldsOf(schema), name)) addIssue(`must have a field ${name}, which depends on a kind`)
  })
  .optional()

/** Steps of moving in from another system. */
const CARRIERS = [...Object.values(carriedParts), carriedLoginKeys, itemKeyCarriers]

/** The required shape of a value for a point of the core. Values of one kind need distinct ids. */
const POINTS: Readonly<Record<string, { readonly kind?: string; readonly shape: z.ZodType }>> = {
  [unreadCounters.id]: { shape: callable },
  [transferSteps.id]: { shape: callable },
  ...Object.fromEntries(CARRIERS.map(({ id }) => [id, { shape: callable }])),
  [itemKeyHolders.id]: { shape: z.looseObject({ keysOf: callable, end: callable }) },
  [sampleSteps.id]: { shape: z.looseObject({ name: z.string().min(1), add: callable, remove: callable.optional() }) },
  [belongings.id]: {
    kind: 'belonging',
    shape: z.looseObject({ id: Id, one: Title, many: Title, list: callable, give: callable }),
  },
  [troubleTellers.id]: { shape: callable },
  [threadSources.id]: { shape: callable },
  [sealedDocuments.id]: { shape: z.looseObject({ collection: z.string().min(1), resealed: callable }) },
  [pageKinds.id]: {
    kind: 'page',
    shape: z.looseObject({
      id: Id,
      module: z.string(),
      itemTypes: z.array(z.enum(Object.keys(ITEM_TYPES) as ItemType[])),
      recognises: callable,
      empty: callable,
      textOf: callable,
      render: callable,
      compare: callable.optional(),
      changes: callable.optional(),
      merge: callable.optional(),
    }),
  },
  [loginMethods.id]: {
    kind: 'login',
    shape: z.looseObject({ id: Id, title: Title, limitMs: LimitMs, verify: callable }),
  },
  [signInRedirects.id]: {
    kind: 'login',
    shape: z.looseObject({ id: Id, title: Title, limitMs: LimitMs, start: callable, finish: callable }),
  },
  [searchSources.id]: {
    kind: 'search',
    shape: z.looseObject({ id: Id, title: Title, limitMs: LimitMs, find: callable }),
  },
  [exportFormats.id]: {
    kind: 'export format',
    shape: z.looseObject({
      id: Id,
      title: Title,
      extension: z.string().regex(/^[a-z0-9]{1,20}(\.[a-z0-9]{1,20})?$/, 'must be an extension without its dot'),
      mediaType: z.string().regex(/^[a-z]+\/[\w.+-]+$/, 'must be as application/zip'),
      parts: z.array(z.enum(EXPORT_PARTS)).min(1).optional(),
      options: Options,
      suits: z.array(z.enum(Object.keys(ITEM_TYPES) as ItemType[])).optional(),
      takesDrawings: z.boolean().optional(),
      write: callable,
    }),
  },
  [importFormats.id]: {
    kind: 'import format',
    shape: z.looseObject({ id: Id, title: Title, options: Options, recognises: callable, read: callable }),
  },
  [storageKinds.id]: {
    kind: 'storage',
    shape: z.looseObject({
      id: Id,
      title: Title.optional(),
      settings: z.custom((value) => value instanceof z.ZodType, 'must be a schema'),
      open: callable,
    }),
  },
}

/** Whether a plugin's contribution is valid together with those of others. @throws Error with the problem */
export function checkContributions({ id, contributes = [] }: Plugin, running: readonly Plugin[]): void {
  const builtIn = [
    ...[markdownKind.id, UNKNOWN].map((id) => `page ${id}`),
    ...BUILT_IN_KINDS.map(({ id }) => `storage ${id}`),
    ...['team', 'item', 'file'].map((id) => `belonging ${id}`),
  ]
  const taken = new Set([...builtIn, ...running.flatMap((other) => (other.contributes ?? []).map(nameOf))])
  for (const contribution of contributes) {
    const point = POINTS[contribution.point.id]
    if (!point) continue
    const checked = point.shape.safeParse(contribution.value)
    if (!checked.success) {
      const issue = checked.error.issues[0]
      throw new Error(`its value for ${contribution.point.id} is wrong: ${issue?.path.join('.')} ${issue?.message}`)
    }
    if (contribution.point.id === sealedDocuments.id) requireOwnCollection(id, contribution.value as SealedDocuments)
    const name = nameOf(contribution)
    if (name === null) continue
    if (taken.has(name))
      throw new Error(`the name ${(contribution.value as Named).id} is taken at ${contribution.point.id}`)
    taken.add(name)
  }
}

/** @throws Error for documents of others, which it would be given while the key of the site changes */
function requireOwnCollection(id: string, { collection }: SealedDocuments): void {
  if (!collection.startsWith(`${id}.`))
    throw new Error(`its value for ${sealedDocuments.id} is wrong: collection must begin with ${id}.`)
}

interface Named {
  readonly id: string
}

/** Equal for two values that exclude each other; null for points without names. */
const nameOf = ({ point, value }: NonNullable<Plugin['contributes']>[number]): string | null => {
  const kind = POINTS[point.id]?.kind
  return kind === undefined ? null : `${kind} ${(value as Named).id}`
}
