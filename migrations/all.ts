import type { Migration } from '@mikro-orm/migrations'
import { Start } from './0001-start.ts'
import { AddTeams } from './0002-teams.ts'
import { AddItemGroups } from './0003-item-groups.ts'
import { AddChangeLog } from './0004-change-log.ts'
import { AddAudit } from './0005-audit.ts'
import { AddMailLinksAndPreferences } from './0006-mail-links-and-preferences.ts'
import { CountMenuChanges } from './0007-menu-revision.ts'
import { AddPageLocks } from './0008-page-locks.ts'
import { AddPageDrafts } from './0009-page-drafts.ts'
import { AddPageLinks } from './0010-page-links.ts'
import { AddAttachments } from './0011-attachments.ts'
import { IndexDocumentsOfPeople } from './0012-documents-of-people.ts'
import { KeepPlacesOfDrafts } from './0013-places-of-drafts.ts'
import { SearchTextsOfPages } from './0014-texts-of-pages.ts'
import { AddIdentities } from './0015-identities.ts'
import { AddTasks } from './0016-tasks.ts'
import { LimitTimeOfSearches } from './0018-time-of-searches.ts'
import { KeepVouchersOfTeams } from './0019-vouchers-of-teams.ts'
import { CountTextBytes } from './0020-text-bytes.ts'
import { KeepPlansOfSearches } from './0022-search-plans.ts'
import { LightenSaves } from './0024-lighter-saves.ts'
import { SwitchAccountsOff } from './0025-switched-off-accounts.ts'
import { NameSitesInOneWay } from './0027-names-of-sites.ts'
import { HavePasswordsChanged } from './0028-passwords-to-be-changed.ts'
import { KeepFormerStorages } from './0030-former-storages.ts'
import { KeepEverySecretOfFormerStorages } from './0036-every-secret-of-former-storages.ts'
import { FindPeopleInAudit } from './0037-people-in-audit.ts'
import { FindTitlesBySound } from './0042-sounds-of-titles.ts'
import { CloseItemsToVisitors } from './0095-members-only.ts'
import { RememberCarriedRows } from './0100-carried-rows.ts'
import { KeepDeletedItems } from './0110-recycled-items.ts'
import { AddQuotas } from './0111-quotas.ts'
import { AskForLocks } from './0120-lock-requests.ts'

type MigrationClass = new (...args: ConstructorParameters<typeof Migration>) => Migration

/** Every migration in the order in which they run. Names are kept in the database: never change one. */
export const MIGRATIONS: readonly { readonly name: string; readonly class: MigrationClass }[] = [
  { name: '0001-start', class: Start },
  { name: '0002-teams', class: AddTeams },
  { name: '0003-item-groups', class: AddItemGroups },
  { name: '0004-change-log', class: AddChangeLog },
  { name: '0005-audit', class: AddAudit },
  { name: '0006-mail-links-and-preferences', class: AddMailLinksAndPreferences },
  { name: '0007-menu-revision', class: CountMenuChanges },
  { name: '0008-page-locks', class: AddPageLocks },
  { name: '0009-page-drafts', class: AddPageDrafts },
  { name: '0010-page-links', class: AddPageLinks },
  { name: '0011-attachments', class: AddAttachments },
  { name: '0012-documents-of-people', class: IndexDocumentsOfPeople },
  { name: '0013-places-of-drafts', class: KeepPlacesOfDrafts },
  { name: '0014-texts-of-pages', class: SearchTextsOfPages },
  { name: '0015-identities', class: AddIdentities },
  { name: '0016-tasks', class: AddTasks },
  { name: '0018-time-of-searches', class: LimitTimeOfSearches },
  { name: '0019-vouchers-of-teams', class: KeepVouchersOfTeams },
  { name: '0020-text-bytes', class: CountTextBytes },
  { name: '0022-search-plans', class: KeepPlansOfSearches },
  { name: '0024-lighter-saves', class: LightenSaves },
  { name: '0025-switched-off-accounts', class: SwitchAccountsOff },
  { name: '0027-names-of-sites', class: NameSitesInOneWay },
  { name: '0028-passwords-to-be-changed', class: HavePasswordsChanged },
  { name: '0030-former-storages', class: KeepFormerStorages },
  { name: '0036-every-secret-of-former-storages', class: KeepEverySecretOfFormerStorages },
  { name: '0037-people-in-audit', class: FindPeopleInAudit },
  { name: '0042-sounds-of-titles', class: FindTitlesBySound },
  { name: '0095-members-only', class: CloseItemsToVisitors },
  { name: '0100-carried-rows', class: RememberCarriedRows },
  { name: '0110-recycled-items', class: KeepDeletedItems },
  { name: '0111-quotas', class: AddQuotas },
  { name: '0120-lock-requests', class: AskForLocks },
]
