/** Ports of the store that operations and plugins do not get: only doors read them. */
export type ClosedPort = 'access' | 'logins' | 'identities' | 'mailLinks' | 'failedJobs' | 'tasks'

type ClosedOfFiles =
  'byToken' | 'byId' | 'search' | 'unusedOf' | 'above' | 'elsewhere' | 'holdPagesOf' | 'copiesOf' | 'formerStorages'

/** Members of its other ports that they do not get either. */
export interface ClosedMembers {
  readonly attachments: ClosedOfFiles
  readonly pageLinks: 'of' | 'pageOf'
  readonly teams: 'byId' | 'named' | 'search' | 'memberById' | 'bindingById' | 'grantById'
  readonly space: 'used'
  readonly audit: 'find'
}
