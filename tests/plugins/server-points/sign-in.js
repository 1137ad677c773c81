/** Somebody of elsewhere, by the name that comes after the last hyphen. */
const personOf = (code) => ({ externalId: code, username: code.split('-').at(-1), name: 'Somebody' })

export const loginMethod = {
  id: 'server-points',
  title: { en: 'the other accounts', 'zh-cn': '其他账号' },
  verify: async (_ctx, { username, password }) => (password === `secret of ${username}` ? personOf(username) : null),
}

export const signInRedirect = {
  id: 'server-points-site',
  title: { en: 'the other site', 'zh-cn': '其他站点' },
  start: async (_ctx, { callbackUrl, state }) =>
    `https://elsewhere.example/?${new URLSearchParams({ callbackUrl, state }).toString()}`,
  finish: async (_ctx, { query }) => (query.code ? personOf(query.code) : null),
}
