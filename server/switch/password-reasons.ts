/** Why passwords do not come, or not those that ShowDoc has now. */
export const PASSWORDS_EN = {
  passwordUnreadable:
    'its password is in no form that can be checked, as of accounts that another system logs in: it has one that nobody knows, and an administrator can give it a new one',
  passwordOfHere:
    'its password is stored otherwise in ShowDoc since it came, because somebody changed it there or logged in there; here it was changed or used since, so that of here stays',
  passwordUnknownThere:
    'its password changed in ShowDoc since it came, to a form that is not known here: that of here stays',
} as const

export const PASSWORDS_ZH_CN: Readonly<Record<keyof typeof PASSWORDS_EN, string>> = {
  passwordUnreadable:
    '它的密码不是可以核对的形式（例如由其他系统登录的账号），现在的密码无人知道，管理员可以为其设置新密码',
  passwordOfHere:
    '搬来之后，ShowDoc 中保存的密码有变化（在那里修改过密码或登录过）；在这里也已修改或使用过，保持这里的密码',
  passwordUnknownThere: '搬来之后，ShowDoc 中的密码改成了这里不认识的形式，保持这里的密码',
}
