import { useTranslation } from 'react-i18next'
import type { Change } from './change-phrases.ts'

/** What there is to add to a change, each as a few words. */
export function useChangeDetails({ action, details }: Change): readonly string[] {
  const { t } = useTranslation('changes')
  const { oldName, catalogName, role, oldRole, person, teamName, catalogs = 0, pages = 0, isAcross, aspects } = details
  const words: string[] = []
  if (person !== undefined && action !== 'transfer') words.push(person)
  if (oldName !== undefined) words.push(t('detail.oldName', { name: oldName }))
  for (const aspect of aspects ?? []) if (aspect !== 'name') words.push(t(`aspect.${aspect}`))
  if (role !== undefined) words.push(t(`role.${role}`))
  if (oldRole !== undefined) words.push(t('detail.oldRole', { role: t(`role.${oldRole}`) }))
  if (catalogName === '') words.push(t('detail.intoRoot'))
  else if (catalogName !== undefined)
    words.push(t(role === undefined ? 'detail.intoCatalog' : 'detail.limited', { name: catalogName }))
  if (catalogs > 0) words.push(t('detail.catalogs', { count: catalogs }))
  if (pages > 0) words.push(t('detail.pages', { count: pages }))
  if (isAcross) words.push(t('detail.across'))
  if (teamName !== undefined) words.push(t('detail.team', { name: teamName }))
  return words
}
