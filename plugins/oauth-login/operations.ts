import { z } from 'zod'
import {
  changeSettings,
  command,
  fittingValues,
  keepingLogin,
  nothing,
  query,
  refusalOfFields,
  seenFields,
  stampFields,
  wired,
  withFieldsNamed,
  wishedSettings,
  withoutSecrets,
} from '#core/plugin.ts'
import { NEEDED, withPreset } from './presets.ts'
import { asSite, oauthFields, oauthSettings, type SiteSettings } from './settings.ts'

const fields = { ...oauthFields, redirectUri: wired('redirectUri', oauthFields.redirectUri) }
const ShownForm = z.object({ ...fields, clientSecret: z.string() })
/** Missing fields do not change. */
const SentForm = z.object(fields).partial()

export const oauthOperations = {
  oauthLogin: {
    loadConfig: query({
      summary: 'How people log in at another site; of its client secret only whether there is one.',
      audience: 'admin',
      input: nothing(),
      output: z.object({
        oauth2Open: z.boolean(),
        oauth2Form: ShownForm,
        stamps: stampFields(),
      }),
      rest: { path: 'adminSetting/loadOauth2Config' },
      async run(ctx) {
        const { shown, stamps } = withoutSecrets(ctx, oauthSettings, await fittingValues(ctx, oauthSettings))
        const { isOpen: oauth2Open, ...oauth2Form } = shown
        return { oauth2Open, oauth2Form, stamps }
      },
    }),

    saveConfig: command({
      summary:
        'Says how people log in at another site by OAuth 2 or OpenID Connect. A client secret whose mask is sent back ' +
        'stays, unless the site is another one.',
      audience: 'admin',
      needsNoRoom: true,
      input: z.object({ oauth2Open: z.boolean().optional(), oauth2Form: SentForm.default({}), seen: seenFields() }),
      output: nothing(),
      example: { oauth2Open: true, oauth2Form: { issuer: 'https://login.example.org', clientId: 'octavo' } },
      rest: { path: 'adminSetting/saveOauth2Config' },
      async run(ctx, { oauth2Open, oauth2Form, seen }) {
        const sent = sentOf(oauth2Form, oauth2Open)
        try {
          requireComplete(asSite(await wishedSettings(ctx, oauthSettings, sent)))
          await keepingLogin(ctx, () => changeSettings(ctx, oauthSettings, sent, seen))
        } catch (error) {
          throw inForm(error, { form: 'oauth2Form', isOpen: 'oauth2Open' })
        }
        return {}
      },
    }),
  },
}

/** Incomplete sites are not offered to people. @throws DomainError invalidInput */
export function requireComplete(typed: SiteSettings): void {
  if (!typed.isOpen) return
  const settings = withPreset(typed)
  const hasPaths = settings.preset === 'custom' && settings.issuer === ''
  const paths = hasPaths ? (['host', 'authorizePath', 'tokenPath'] as const) : []
  const needed = [...NEEDED[settings.preset], ...paths, ...conditionFields(settings)]
  const missing = needed.filter((name) => settings[name] === '')
  if (missing.length > 0) throw refusalOfFields(missing)
}

/** The settings that decide who gets an account. */
function conditionFields({ newAccounts }: Pick<SiteSettings, 'newAccounts'>) {
  if (newAccounts === 'mailDomains') return ['accountDomains'] as const
  return newAccounts === 'claim' ? (['accountClaim', 'accountClaimValue'] as const) : []
}

/** The submitted form, converted to settings. */
export const sentOf = (form: Readonly<Record<string, string | undefined>>, isOpen: boolean | undefined) => ({
  ...Object.fromEntries(Object.entries(form).filter((entry): entry is [string, string] => entry[1] !== undefined)),
  ...(isOpen !== undefined && { isOpen }),
})

/** A refusal uses the field names of the operation. */
export const inForm = (error: unknown, names: { readonly form: string; readonly isOpen: string }): unknown =>
  withFieldsNamed(error, (field) => (field === 'isOpen' ? names.isOpen : `${names.form}.${field}`))
