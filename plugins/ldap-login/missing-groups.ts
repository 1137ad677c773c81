import { FilterParser, PresenceFilter } from 'ldapts'
import { tellOfTrouble, type HandlerContext } from '#core/plugin.ts'
import type { Directory } from './directory.ts'
import { isFilterText } from './group-text.ts'
import type { Rule } from './groups.ts'

/** A mistyped group looks like a deleted one; both are reported, and nobody loses a right because of them. */
const ANYTHING = new PresenceFilter({ attribute: 'objectClass' })

/**
 * The groups of rules that the directory does not have, or does not show, and filters that fit nobody.
 * @throws DirectoryProblem
 */
export async function missingGroups(directory: Directory, rules: readonly Rule[]): Promise<ReadonlySet<string>> {
  const missing = new Set<string>()
  for (const group of new Set(rules.map((rule) => rule.group)))
    if (!(await isThere(directory, group))) missing.add(group)
  return missing
}

async function isThere(directory: Directory, group: string): Promise<boolean> {
  if (isFilterText(group)) return (await directory.search(FilterParser.parseString(group), ['1.1'], 1)).length > 0
  return (await directory.fits(group, ANYTHING)) === true
}

/** The groups administrators have been told of. */
const toldIn = ({ store }: HandlerContext) =>
  store.documents.collection<{ groups: readonly string[] }>('ldap-login.missingGroups')
const TOLD = 'told'

/** Notifies administrators once of each group that went missing, and again if it does so after it was found. */
export async function tellOfMissing(ctx: HandlerContext, missing: ReadonlySet<string>): Promise<void> {
  const told = (await toldIn(ctx).byKey(TOLD))?.data.groups ?? []
  const fresh = [...missing].filter((group) => !told.includes(group))
  if (fresh.length === 0 && told.length === missing.size) return
  if (fresh.length > 0) {
    const groups = fresh.join(' · ')
    ctx.services.log.warn('groups of the directory cannot be found', { groups })
    await tellOfTrouble(ctx, {
      kind: 'ofPlugin',
      title: { en: 'A group cannot be found in the directory', 'zh-cn': '在目录中找不到组' },
      content: {
        en: `Nobody joins or leaves a team by it until you correct the group under LDAP login in the administration: ${groups}`,
        'zh-cn': `在管理后台的“LDAP 登录”中更正该组之前，不会有人因它加入或离开团队：${groups}`,
      },
    })
  }
  await toldIn(ctx).put({ key: TOLD, at: ctx.services.clock.now(), data: { groups: [...missing] } })
}
