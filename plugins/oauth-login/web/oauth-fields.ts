import type { FieldValues, ShownField } from '#web/setting-form/shown-field.ts'
import type { OauthConfig } from './oauth-api.ts'
import type { useOauthText } from './texts.ts'

type Text = ReturnType<typeof useOauthText>
type Form = OauthConfig['oauth2Form']
type Name = keyof Form

const SENT_TO = ['protocol', 'host', 'tokenPath', 'resourcePath', 'userinfoPath', 'issuer', 'preset']
const LONGEST: Partial<Record<Name, number>> = {
  ...{ entranceTips: 200, clientId: 500, host: 300, scope: 500, idField: 100 },
  ...{ accountClaim: 200, accountClaimValue: 200 },
}

/** The fields of the form, in order. */
export function oauthFields({ oauth2Open, oauth2Form: form, stamps }: OauthConfig, t: Text): readonly ShownField[] {
  const text = (name: Exclude<Name, 'clientSecret' | 'newAccounts' | 'protocol'>, hint = ''): ShownField => ({
    name,
    kind: 'text',
    label: t(`field.${name}`),
    hint,
    value: form[name],
    longest: LONGEST[name] ?? 1_000,
  })
  const { clientSecret, protocol } = form
  return [
    { name: 'isOpen', kind: 'flag', label: t('field.isOpen'), hint: t('hint.isOpen'), value: oauth2Open },
    {
      name: 'newAccounts',
      kind: 'choice',
      label: t('field.newAccounts'),
      hint: t('hint.newAccounts'),
      value: form.newAccounts,
      choices: (['registration', 'nobody', 'mailDomains', 'claim', 'everybody'] as const).map((value) => ({
        value,
        label: t(`newAccounts.${value}`),
      })),
    },
    text('accountDomains', t('hint.accountDomains')),
    text('accountClaim', t('hint.accountClaim')),
    text('accountClaimValue', t('hint.accountClaimValue')),
    text('entranceTips', t('hint.entranceTips')),
    text('redirectUri', t('hint.redirectUri')),
    text('clientId'),
    {
      name: 'clientSecret',
      kind: 'secret',
      label: t('field.clientSecret'),
      hint: '',
      value: clientSecret,
      longest: 1_000,
      sentTo: SENT_TO,
      stamp: stamps['clientSecret'] ?? '',
    },
    text('issuer', t('hint.issuer')),
    {
      name: 'protocol',
      kind: 'choice',
      label: t('field.protocol'),
      hint: '',
      value: protocol,
      choices: [
        { value: 'https', label: 'https' },
        { value: 'http', label: 'http' },
      ],
    },
    text('host', t('hint.host')),
    text('authorizePath', t('hint.authorizePath')),
    text('tokenPath', t('hint.tokenPath')),
    text('resourcePath', t('hint.resourcePath')),
    text('userinfoPath', t('hint.userinfoPath')),
    text('scope', t('hint.scope')),
    text('idField', t('hint.idField')),
    text('logoutRedirectUri', t('hint.logoutRedirectUri')),
  ]
}

/** The additional field required by a choice of who gets an account. */
const CONDITIONS: Readonly<Record<string, string>> = {
  accountDomains: 'mailDomains',
  accountClaim: 'claim',
  accountClaimValue: 'claim',
}
/** Whether a field is needed for the values of the others. */
export const isAsked = (name: string, values: FieldValues): boolean =>
  CONDITIONS[name] === undefined || CONDITIONS[name] === values['newAccounts']

/** With OpenID Connect they are discovered, and need not be entered. */
export const PATHS: ReadonlySet<string> = new Set([
  'protocol',
  'host',
  'authorizePath',
  'tokenPath',
  'resourcePath',
  'userinfoPath',
])
