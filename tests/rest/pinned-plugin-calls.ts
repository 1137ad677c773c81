import { MISSING, pia, tom, vera, visitor, type PinnedCall } from './pinned-call.ts'

const page = { page_id: 10 }
const item = { item_id: 5 }
const RULE = { ...page, path: '/orders/7', template: '{"id": 7}' }
const API_DOCUMENT = JSON.stringify({
  info: { from: 'runapi', type: 'api', title: 'Pets', method: 'get', url: 'https://api.example.org/pets' },
  request: { headers: [], params: { mode: 'urlencoded', json: '', urlencoded: [], formdata: [] } },
  response: {},
})

const COMMENTS: readonly PinnedCall[] = [
  pia('comment/allowance', item),
  pia('comment/allow', { ...item, commenters: 'accounts' }),
  pia('comment/allow', { ...item, commenters: 'everybody' }),
  tom('comment/allow', { ...item, commenters: 'members' }),
  pia('comment/add', { ...page, text: 'Is this still so, @tom?', quote: 'Log', before: '', after: ' in' }),
  tom('comment/add', { ...page, text: 'It is.', thread_id: '{comment}' }),
  tom('comment/add', { ...page, text: ' ' }),
  tom('comment/add', { page_id: MISSING, text: 'Where?' }),
  visitor('comment/add', { ...page, text: 'Hello' }),
  ...[pia('comment/list', page), tom('comment/list', page), visitor('comment/list', page)],
  ...[pia('comment/people', page), tom('comment/people', page)],
  pia('comment/update', { comment_id: '{comment}', text: 'Is this so in version 2?' }),
  tom('comment/update', { comment_id: '{comment}', text: 'Mine' }),
  pia('comment/resolve', { thread_id: '{comment}' }),
  pia('comment/resolve', { thread_id: MISSING }),
  pia('comment/list', page),
  tom('comment/delete', { comment_id: '{comment}' }),
  pia('comment/delete', { comment_id: '{comment}' }),
  pia('comment/list', page),
]

const MOCKS: readonly PinnedCall[] = [
  pia('mock/infoByPageId', page),
  pia('mock/add', RULE),
  pia('mock/add', {
    ...{
      ...RULE,
      method: 'GET',
      status: 202,
      delay_ms: 5,
      error_rate: 1,
      headers: [{ name: 'X-Kind', value: 'mock' }],
    },
    cases: [{ in: 'query', name: 'state', equals: 'open', template: '{"state": "open"}' }],
  }),
  pia('mock/add', { ...RULE, template: '{' }),
  pia('mock/add', { ...RULE, headers: [{ name: 'Location', value: '/' }] }),
  tom('mock/add', RULE),
  ...[pia('mock/infoByPageId', page), tom('mock/infoByPageId', page), visitor('mock/infoByPageId', page)],
  pia('mock/infoByPageId', { page_id: MISSING }),
  pia('mock/preview', { template: '{"id|7-7": 1, "name": "Mei"}' }),
  pia('mock/preview', { template: 'no JSON' }),
  ...[tom('mock/resetKey', page), visitor('mock/resetKey', page), pia('mock/resetKey', page)],
]

const ENVIRONMENTS = [
  { name: 'Test', variables: [{ name: 'token', value: 'secret' }], hosts: ['api.example.org'] },
] as const

const CALLS: readonly PinnedCall[] = [
  pia('page/save', { ...item, page_id: 0, page_title: 'Pets', page_content: API_DOCUMENT }),
  ...[pia, tom, visitor].map((asked) => asked('tryIt/mayTry', { page_id: '{page}' })),
  pia('tryIt/mayTry', page),
  pia('tryIt/allowance', item),
  tom('tryIt/allowance', item),
  pia('tryIt/allow', { ...item, is_for_readers: 1 }),
  tom('tryIt/allow', { ...item, is_for_readers: 1 }),
  pia('tryIt/mayRelay', { page_id: '{page}', origin: 'https://api.example.org' }),
  pia('tryIt/mayRelay', { page_id: '{page}', origin: 'file:///etc' }),
  pia('tryIt/relay', { page_id: '{page}', method: 'GET', url: 'https://api.example.org/pets' }),
  tom('tryIt/relay', { ...page, method: 'GET', url: 'https://api.example.org/pets' }),
  pia('tryIt/environments'),
  pia('tryIt/keepEnvironments', { environments: ENVIRONMENTS, before: [] }),
  pia('tryIt/keepEnvironments', { environments: [{ name: '' }] }),
  ...[pia('tryIt/environments'), tom('tryIt/environments'), visitor('tryIt/environments')],
]

const DIRECTORY = { host: '127.0.0.1', port: 1, security: 'none', base_dn: 'dc=example,dc=org' }
const GROUP = { group: 'cn=gateway,ou=groups,dc=example,dc=org', team_id: 2 }

const LOGINS: readonly PinnedCall[] = [
  ...[vera('adminSetting/loadLdapConfig'), pia('adminSetting/loadLdapConfig')],
  vera('adminSetting/saveLdapConfig', { ldap_form: { ...DIRECTORY, bind_password: 'a secret' } }),
  vera('adminSetting/saveLdapConfig', { ldap_open: 1, ldap_form: DIRECTORY }),
  vera('adminSetting/saveLdapConfig', { ldap_form: { port: 'x' } }),
  vera('adminSetting/loadLdapConfig'),
  vera('ldapLogin/tryConfig', { ldap_form: DIRECTORY, username: 'mei' }),
  pia('ldapLogin/tryConfig', { ldap_form: DIRECTORY }),
  vera('ldapGroups/findTeams', { text: '' }),
  pia('ldapGroups/findTeams', { text: '' }),
  vera('ldapGroups/add', GROUP),
  vera('ldapGroups/add', { ...GROUP, team_id: MISSING }),
  ...[vera('ldapGroups/list'), pia('ldapGroups/list'), vera('ldapGroups/check')],
  ...[vera('ldapGroups/remove', GROUP), vera('ldapGroups/remove', GROUP)],
  ...[vera('adminSetting/loadOauth2Config'), pia('adminSetting/loadOauth2Config')],
  vera('adminSetting/saveOauth2Config', {
    oauth2_form: { issuer: 'https://login.example.org', client_id: 'octavo', client_secret: 'a secret' },
  }),
  vera('adminSetting/saveOauth2Config', { oauth2_open: 1, oauth2_form: { client_id: '' } }),
  vera('adminSetting/saveOauth2Config', { oauth2_form: { host: 'https://example.org/' } }),
  vera('adminSetting/loadOauth2Config'),
  vera('oauthSites/save', { id: 'github', form: { preset: 'github', client_id: 'octavo', client_secret: 'secret' } }),
  vera('oauthSites/save', { id: 'Git Hub' }),
  ...[vera('oauthSites/list'), pia('oauthSites/list')],
  ...[vera('oauthSites/remove', { id: 'github' }), vera('oauthSites/remove', { id: 'github' })],
  ...[vera('keyLogin/stamp'), pia('keyLogin/stamp')],
  ...[vera('adminSetting/getLoginSecretKey'), pia('adminSetting/getLoginSecretKey')],
  ...[vera('adminSetting/resetLoginSecretKey'), pia('adminSetting/resetLoginSecretKey')],
  visitor('ExtLogin/bySecretKey', { username: 'mei', time: '1772357400', token: 'wrong' }),
]

/** What people call of the plugins that are not part of the story before. */
export const OTHER_PLUGIN_CALLS: readonly PinnedCall[] = [...COMMENTS, ...MOCKS, ...CALLS, ...LOGINS]

/** Their calls that answer with a file, or need a link that another program makes. */
export const PLUGIN_CALLS_NEVER_DONE: readonly string[] = ['export/markdown', 'export/word', 'ExtLogin/bySecretKey']
