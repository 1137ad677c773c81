import { attach } from './files.ts'
import { newPerson, restClient, type Person, type RestClient } from './product.ts'

const ARTICLE = `Intro with $a^2$ and a [link](/).

## Parameters

| name | type | a long heading of a column | another long heading |
|---|---|---|---|
| uid | int | a_very_long_value_without_any_space | x |

\`\`\`json
{ "uid": 1, "a_long_name_of_a_field": "and a long value that does not fit on a phone at all" }
\`\`\`

> A note.

## Notes

- [ ] open
- [x] done
`

/** What the screens show in the accessibility tests, and whose it is. */
export interface Ground {
  readonly owner: RestClient
  readonly beginner: RestClient
  readonly itemId: number
  readonly pageId: number
  readonly plainId: number
  readonly versionId: number
  /** Of the link to the page. */
  readonly key: string
  readonly emptyId: number
  readonly closedId: number
  /** With a member and an item. */
  readonly teamId: number
  readonly archivedId: number
}

/** Makes people, and all that their screens and dialogs show. */
export async function groundOn(url: string): Promise<Ground> {
  const [owner, beginner, mate] = await Promise.all(
    ['axe-owner', 'axe-beginner', 'axe-mate'].map((username) => newPerson(url, username)),
  )
  if (!owner || !beginner || !mate) throw new Error('an account is missing')
  // The settings offer to end another session only where there is one.
  await restClient(url, owner.username, owner.password)
  const { client } = owner
  const addItem = async (fields: Readonly<Record<string, unknown>>) =>
    (await client.call<{ item_id: number }>('item/add', fields)).item_id
  const itemId = await addItem({ item_name: 'Accessible handbook', item_domain: 'axehandbook' })
  const { cat_id: catId } = await client.call<{ cat_id: number }>('catalog/save', {
    item_id: itemId,
    cat_name: 'Users',
  })
  const text = { item_id: itemId, cat_id: catId, page_title: 'Get a user' }
  const { page_id: pageId } = await client.call<{ page_id: number }>('page/save', {
    ...text,
    page_id: 0,
    page_content: ARTICLE,
  })
  await client.call('page/save', { ...text, page_id: pageId, page_content: `${ARTICLE}\nChanged.\n` })
  const [version] = await client.call<{ page_history_id: number }[]>('page/history', { page_id: pageId })
  const link = { page_id: pageId, isCreateSiglePage: true }
  const { unique_key: key } = await client.call<{ unique_key: string }>('page/createSinglePage', link)
  const { page_id: plainId } = await client.call<{ page_id: number }>('page/save', {
    ...text,
    page_id: 0,
    page_title: 'Log in',
    page_content: 'How to log in.',
  })
  const files = { page_id: plainId, item_id: itemId }
  await attach(url, client.token, { name: 'plan.pdf', ...files })
  await attach(url, client.token, { name: 'own.pdf', page_id: 0, item_id: 0 })
  const { id: teamId } = await client.call<{ id: number }>('team/save', { team_name: 'Accessible team' })
  const { id: foreignId } = await mate.client.call<{ id: number }>('team/save', { team_name: 'Foreign team' })
  const asMember = ({ username }: Person) => ({ member_username: username, team_member_group_id: 1 })
  await mate.client.call('teamMember/save', { team_id: foreignId, ...asMember(owner) })
  await client.call('teamMember/save', { team_id: teamId, ...asMember(mate) })
  await client.call('teamItem/save', { team_id: teamId, item_id: String(itemId) })
  const deleted = await client.call('page/save', { ...text, page_id: 0, page_title: 'Old', page_content: 'old' })
  await client.call('page/delete', deleted)
  const archivedId = await addItem({ item_name: 'Archived' })
  await client.call('page/save', { item_id: archivedId, page_title: 'Read only', page_content: 'text' })
  await client.call('item/archive', { item_id: archivedId, password: owner.password })
  return {
    owner: client,
    beginner: beginner.client,
    itemId,
    pageId,
    plainId,
    versionId: version?.page_history_id ?? 0,
    key,
    emptyId: await addItem({ item_name: 'Nothing yet' }),
    closedId: await addItem({ item_name: 'Closed', password: 'open sesame' }),
    teamId,
    archivedId,
  }
}
