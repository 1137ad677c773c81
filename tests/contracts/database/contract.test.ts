import { describe } from 'vitest'
import { accountsContract } from './accounts.ts'
import { attachmentsContract } from './attachments.ts'
import { auditContract } from './audit.ts'
import { changeLogContract } from './change-log.ts'
import { documentSearchContract } from './document-search.ts'
import { itemGroupsContract } from './item-groups.ts'
import { itemsContract } from './items.ts'
import { jobTableContract } from './job-table.ts'
import { keepingContract } from './keeping.ts'
import { locksContract } from './locks.ts'
import { mailLinksContract } from './mail-links.ts'
import { membersContract } from './members.ts'
import { menusContract } from './menus.ts'
import { pageDraftsContract } from './page-drafts.ts'
import { pageLinksContract } from './page-links.ts'
import { pagesContract } from './pages.ts'
import { POSTGRES_URL } from './postgres.ts'
import { searchContract } from './search.ts'
import { tasksContract } from './tasks.ts'
import { teamsContract } from './teams.ts'
import { textBytesContract } from './text-bytes.ts'
import { ENGINES } from '#tests/support/engines.ts'

const contracts = [
  accountsContract,
  mailLinksContract,
  itemsContract,
  itemGroupsContract,
  membersContract,
  teamsContract,
  pagesContract,
  locksContract,
  attachmentsContract,
  pageDraftsContract,
  pageLinksContract,
  menusContract,
  searchContract,
  documentSearchContract,
  keepingContract,
  auditContract,
  changeLogContract,
  jobTableContract,
  tasksContract,
  textBytesContract,
]

describe.each(ENGINES)('%s', (name, open) => {
  describe.skipIf(name === 'PostgreSQL' && POSTGRES_URL === undefined)('keeps', () => {
    for (const contract of contracts) describe(contract.name, () => contract(open))
  })
})
