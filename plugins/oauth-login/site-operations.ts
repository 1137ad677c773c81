import { z } from 'zod'
import {
  changeSettings,
  command,
  DomainError,
  fittingValues,
  keepingLogin,
  line,
  nothing,
  query,
  readSettings,
  seenFields,
  stampFields,
  wishedSettings,
  withoutSecrets,
  writeSettings,
  type CommandContext,
} from '#core/plugin.ts'
import { inForm, requireComplete, sentOf } from './operations.ts'
import { SITE_ID } from './preset-names.ts'
import { MOST_SITES, siteFields, siteList, siteSection } from './settings.ts'

const siteId = () => line(20).regex(SITE_ID)
const Form = z.object({ ...siteFields, clientSecret: z.string() })
const ShownSite = z.object({
  id: z.string(),
  isOpen: z.boolean(),
  form: Form,
  stamps: stampFields(),
})

/** Sites besides the one in the specification's form. */
export const siteOperations = {
  oauthSites: {
    list: query({
      summary: 'The further sites at which people can log in; of their client secrets only whether there is one.',
      audience: 'admin',
      input: nothing(),
      output: z.object({ sites: z.array(ShownSite) }),
      async run(ctx) {
        const { ids } = await readSettings(ctx.store, siteList)
        const sites = await Promise.all(
          ids.map(async (id) => {
            const section = siteSection(id)
            const { shown, stamps } = withoutSecrets(ctx, section, await fittingValues(ctx, section))
            const { isOpen, ...form } = shown
            return { id, isOpen, form, stamps }
          }),
        )
        return { sites }
      },
    }),

    save: command({
      summary:
        'Adds or changes a further site at which people can log in. What is left out stays, and so does a client secret ' +
        'whose mask is sent back, unless the site is another one.',
      audience: 'admin',
      needsNoRoom: true,
      input: z.object({
        /** Part of the callback address, and of its people's ids: it cannot be changed. */
        id: siteId(),
        isOpen: z.boolean().optional(),
        form: z.object(siteFields).partial().default({}),
        seen: seenFields(),
      }),
      output: nothing(),
      example: { id: 'github', isOpen: true, form: { preset: 'github', clientId: 'octavo', clientSecret: 'secret' } },
      async run(ctx, { id, isOpen, form, seen }) {
        const sent = sentOf(form, isOpen)
        const ids = await heldIds(ctx)
        if (!ids.includes(id) && ids.length >= MOST_SITES) throw new DomainError('tooMany', { limit: MOST_SITES })
        if (!ids.includes(id)) await writeSettings(ctx.store, siteList, { ids: [...ids, id] })
        try {
          requireComplete(await wishedSettings(ctx, siteSection(id), sent))
          await keepingLogin(ctx, () => changeSettings(ctx, siteSection(id), sent, seen))
        } catch (error) {
          throw inForm(error, { form: 'form', isOpen: 'isOpen' })
        }
        return {}
      },
    }),

    remove: command({
      summary: 'Removes a further site. Accounts that came from there stay, and get in again when it is added anew.',
      audience: 'admin',
      needsNoRoom: true,
      input: z.object({ id: siteId() }),
      output: nothing(),
      example: { id: 'github' },
      async run(ctx, { id }) {
        const ids = await heldIds(ctx)
        if (!ids.includes(id)) throw new DomainError('notFound')
        await keepingLogin(ctx, () => writeSettings(ctx.store, siteList, { ids: ids.filter((other) => other !== id) }))
        const section = siteSection(id)
        // Adding a site with a former id starts without its old settings, including secrets.
        await writeSettings(ctx.store, section, {}, ctx.services.seals)
        ctx.audit({ action: 'settings.changed', object: { kind: 'settings', id: section.id }, detail: 'removed' })
        return {}
      },
    }),
  },
}

async function heldIds(ctx: CommandContext): Promise<readonly string[]> {
  await ctx.store.settings.hold(siteList.id)
  return (await readSettings(ctx.store, siteList)).ids
}
