import type { ShownField } from '#web/setting-form/shown-field.ts'
import type { LdapConfig } from './ldap-api.ts'
import type { useLdapText } from './texts.ts'

type Text = ReturnType<typeof useLdapText>

const SENT_TO = ['host', 'port', 'security', 'caCertificate']

/** The fields of the form, except the certificate, which has several lines. */
export const ldapFields = ({ ldapOpen, ldapForm: form, stamps }: LdapConfig, t: Text): readonly ShownField[] => [
  { name: 'isOpen', kind: 'flag', label: t('field.isOpen'), hint: t('hint.isOpen'), value: ldapOpen },
  { name: 'host', kind: 'text', label: t('field.host'), hint: t('hint.host'), value: form.host, longest: 255 },
  { name: 'port', kind: 'number', label: t('field.port'), hint: '', value: form.port, least: 1, greatest: 65_535 },
  {
    name: 'security',
    kind: 'choice',
    label: t('field.security'),
    hint: t('hint.security'),
    value: form.security,
    choices: [
      { value: 'starttls', label: t('security.starttls') },
      { value: 'ldaps', label: t('security.ldaps') },
      { value: 'none', label: t('security.none') },
    ],
  },
  {
    name: 'version',
    kind: 'choice',
    label: t('field.version'),
    hint: '',
    value: form.version,
    choices: [
      { value: 3, label: '3' },
      { value: 2, label: '2' },
    ],
  },
  {
    name: 'baseDn',
    kind: 'text',
    label: t('field.baseDn'),
    hint: t('hint.baseDn'),
    value: form.baseDn,
    longest: 1_000,
  },
  {
    name: 'bindDn',
    kind: 'text',
    label: t('field.bindDn'),
    hint: t('hint.bindDn'),
    value: form.bindDn,
    longest: 1_000,
  },
  {
    name: 'bindPassword',
    kind: 'secret',
    label: t('field.bindPassword'),
    hint: '',
    value: form.bindPassword,
    longest: 500,
    sentTo: SENT_TO,
    stamp: stamps['bindPassword'] ?? '',
  },
  {
    name: 'userField',
    kind: 'text',
    label: t('field.userField'),
    hint: t('hint.userField'),
    value: form.userField,
    longest: 100,
  },
  {
    name: 'searchFilter',
    kind: 'text',
    label: t('field.searchFilter'),
    hint: t('hint.searchFilter'),
    value: form.searchFilter,
    longest: 1_000,
  },
]

/** Included with the others, so that its changes are detected too. */
export const certificateField = ({ ldapForm }: LdapConfig, t: Text): ShownField => ({
  name: 'caCertificate',
  kind: 'text',
  label: t('field.caCertificate'),
  hint: t('hint.caCertificate'),
  value: ldapForm.caCertificate,
  longest: 50_000,
})
