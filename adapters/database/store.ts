import type { Store } from '#core/ports/store.ts'
import { madeByProduct } from '#core/seen-less.ts'
import { accessOn } from './access.ts'
import { attachmentsOn } from './attachments.ts'
import { auditOn } from './audit.ts'
import { catalogsOn } from './catalogs.ts'
import { changesOn } from './change-log.ts'
import { documentSearchOn } from './document-search.ts'
import { documentsOn } from './documents.ts'
import { identitiesOn } from './identities.ts'
import { itemsOn } from './items.ts'
import { itemGroupsOn } from './item-groups.ts'
import { failedJobsOn, outboxOn } from './job-table.ts'
import { locksOn } from './locks.ts'
import { loginsOn } from './logins.ts'
import { mailLinksOn } from './mail-links.ts'
import { membersOn } from './members.ts'
import { pageDraftsOn } from './page-drafts.ts'
import { pageLinksOn } from './page-links.ts'
import { pagesOn, type PagesHooks } from './pages.ts'
import { savesOn } from './saves.ts'
import { schemaRecordOn } from './schema-record.ts'
import { searchOn } from './search.ts'
import { MeasuredSession } from './measured-session.ts'
import type { Session } from './session.ts'
import { settingsOn, type RequireSettings } from './settings.ts'
import { spaceOn } from './space.ts'
import { tasksOn } from './tasks.ts'
import { teamsOn } from './teams.ts'
import { textBytesOn } from './text-bytes.ts'
import { usersOn } from './users.ts'
import { versionsOn } from './versions.ts'
import { vouchedMembershipsOn } from './vouched-memberships.ts'

/** Called after a commit, with what the search index needs to know about pages, and before settings are used. */
export interface StoreHooks extends PagesHooks {
  /** There are new jobs. */
  onEnqueue(): void
  /** Throws where the code that is running may not use these settings. */
  readonly requireSettings: RequireSettings
  /** The same for a collection of documents. */
  readonly requireDocuments: (collection: string) => void
}

/** All ports of the store, on this session. */
export const storeOn = (session: Session, hooks: StoreHooks): Store =>
  madeByProduct({
    access: accessOn(session),
    users: usersOn(session),
    logins: loginsOn(session),
    identities: identitiesOn(session),
    mailLinks: mailLinksOn(session),
    items: itemsOn(session),
    itemGroups: itemGroupsOn(session),
    members: membersOn(session),
    teams: teamsOn(session),
    vouchedMemberships: vouchedMembershipsOn(session),
    catalogs: catalogsOn(session),
    pages: pagesOn(session, hooks),
    locks: locksOn(session),
    attachments: attachmentsOn(session),
    versions: versionsOn(session),
    pageLinks: pageLinksOn(session),
    saves: savesOn(session),
    drafts: pageDraftsOn(session),
    search: searchOn(session),
    settings: settingsOn(session, hooks.requireSettings),
    schema: schemaRecordOn(session),
    documents: documentsOn(session, hooks.requireDocuments),
    documentSearch: documentSearchOn(session),
    jobs: outboxOn(session, () => hooks.onEnqueue()),
    failedJobs: failedJobsOn(session, () => hooks.onEnqueue()),
    tasks: tasksOn(session),
    textBytes: textBytesOn(session),
    space: spaceOn(session),
    audit: auditOn(session),
    changes: changesOn(session),
    measured: (time) => storeOn(new MeasuredSession(session, time), hooks),
  })
