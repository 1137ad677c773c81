/** What became of settings of ShowDoc that came earlier, which are changed in both systems. */
export const OPTIONS_EN = {
  optionOfGate:
    '{name}: Octavo has no such gate: where it was on, items without a visit password are for members only, and those with one are open to whoever knows it',
  optionEditedHere: '{name} was changed here since it came: it stays as it is here',
  optionOfHere:
    '{name} was set here before the settings of ShowDoc came: it stays as it is here. See which of the two is right',
  optionChangedInBoth:
    '{name} was changed here and in ShowDoc since it came: it stays as it is here. See which of the two is right',
  optionOfOlder:
    '{name}: an older version of Octavo brought it without noting what it was, and it is not the same here as in ShowDoc now: it stays as it is here. See which of the two is right',
  loginKeyOfHereStays:
    'the login secret key was reset in ShowDoc since it came; here it was reset as well, and programs need the one of here',
  loginKeyOfOlder:
    'an older version of Octavo brought a login secret key without noting which, and it is not the one that ShowDoc has now: the one of here goes on working. If it was reset in ShowDoc, reset it here',
  optionLastWayIn:
    '{name} changed in ShowDoc since it came, but without it no administrator could log in here any more: it stays as it is here',
  optionsUnreadable:
    '{name}: rows of this table cannot be read, so it is not known what ShowDoc has now: it stays as it is here',
  historyCountRaised:
    '{name}: the site kept {before} versions of a page, and the next save of a page that came would have cut its history: it keeps {count} now, of every page',
  historyCountStays:
    '{name}: somebody has set here since then that the site keeps {before} versions of a page, so the next save of a page that has more removes the oldest of them',
  historyCountMost:
    'ShowDoc keeps up to {count} versions of a page, and Octavo no more than {most}: the next save of a page that has more removes the oldest of them',
  optionsUnsure:
    '{name} is not what it was when it came, but pages or former versions that came are unknown to this copy of ShowDoc, which may be an older one: it stays as it is here',
} as const

export const OPTIONS_ZH_CN: Readonly<Record<keyof typeof OPTIONS_EN, string>> = {
  optionOfGate:
    '{name}：Octavo 没有这种限制；原来启用时，没有访问密码的项目现在仅限成员阅读，有访问密码的项目知道密码即可阅读',
  optionEditedHere: '{name} 搬来之后已在这里修改，保持这里的设置',
  optionOfHere: '{name} 在 ShowDoc 的设置搬来之前已在这里设置，保持这里的设置；请核对以哪一个为准',
  optionChangedInBoth: '{name} 搬来之后在这里和 ShowDoc 中都修改过，保持这里的设置；请核对以哪一个为准',
  optionOfOlder:
    '{name}：旧版 Octavo 搬来时没有记下原值，现在这里的设置与 ShowDoc 不同，保持这里的设置；请核对以哪一个为准',
  loginKeyOfHereStays: '登录密钥搬来之后已在 ShowDoc 中重置，在这里也重置过；其他系统需要使用这里的密钥',
  loginKeyOfOlder:
    '旧版 Octavo 搬来登录密钥时没有记下是哪一个，现在它与 ShowDoc 的密钥不同：这里的密钥仍然有效。如果在 ShowDoc 中重置过，请在这里也重置',
  optionLastWayIn: '{name} 搬来之后已在 ShowDoc 中修改，但照此修改后将没有管理员能够登录，因此保持这里的设置',
  optionsUnreadable: '{name}：这张表中有无法读取的行，不知道 ShowDoc 中现在的设置，保持这里的设置',
  historyCountRaised:
    '{name}：站点原来为每个页面保留 {before} 个历史版本，搬来的页面下次保存时会丢失较早的版本；现在每个页面保留 {count} 个',
  historyCountStays:
    '{name}：此后已在这里将每个页面保留的历史版本数设为 {before}，版本更多的页面下次保存时会删除其中最早的',
  historyCountMost:
    'ShowDoc 为一个页面保留多达 {count} 个历史版本，Octavo 最多保留 {most} 个：版本更多的页面下次保存时会删除其中最早的',
  optionsUnsure:
    '{name} 与搬来时不同，但这份 ShowDoc 数据中没有已搬来的某些页面或历史版本，可能是较旧的副本，因此保持这里的设置',
}
