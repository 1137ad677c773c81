/** Why passwords that changed in ShowDoc since the accounts came do not come. */
export const PASSWORDS_EN = {
  passwordOfHere:
    'its password is stored otherwise in ShowDoc since it came, because somebody changed it there or logged in there; here it was changed or used since, so that of here stays',
  passwordUnreadable:
    'its password changed in ShowDoc since it came, to a form that is not known here: that of here stays',
} as const

export const PASSWORDS_ZH_CN: Readonly<Record<keyof typeof PASSWORDS_EN, string>> = {
  passwordOfHere:
    '搬来之后，ShowDoc 中保存的密码有变化（在那里修改过密码或登录过）；在这里也已修改或使用过，保持这里的密码',
  passwordUnreadable: '搬来之后，ShowDoc 中的密码改成了这里不认识的形式，保持这里的密码',
}
