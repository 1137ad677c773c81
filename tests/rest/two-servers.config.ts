import { defineConfig } from 'vitest/config'
import config from '../../vitest.config.ts'

const REST = [
  ...['account', 'account-audit', 'admin-users', 'admin-items', 'sessions', 'password-reset', 'email'],
  ...['sign-in-redirects', 'other-person'],
  ...['other-clients', 'pages', 'locks', 'locks-over-trpc', 'page-links', 'recycle', 'search', 'change-log'],
  ...['items', 'item-info', 'item-groups', 'lifecycle', 'catalogs', 'members', 'roles', 'teams', 'team-items'],
  ...['uploads', 'upload-forms', 'file-hub', 'plugin-routes', 'trpc'],
]
/** Those that have things happen at the same moment, which on the embedded database wait for its one connection. */
const AT_THE_SAME_MOMENT = [
  ...['saving', 'teams', 'settings', 'items', 'catalogs', 'limited-member', 'login-races', 'performing', 'team-door'],
].map((name) => `tests/flows/${name}.test.ts`)
const OF_PLUGINS = ['plugins/notices/*.test.ts', 'plugins/open-api/{open-api,program-operations,pushing}.test.ts']

/**
 * What keeps something from one call to the next: on two servers of one PostgreSQL and one Redis, which are asked in turns
 * by each browser of `harness.ts`. Left out are tests of what one answer looks like, and of what one server still counts.
 */
export default defineConfig({
  test: {
    ...config.test,
    projects: [
      {
        test: {
          name: 'two servers',
          root: `${import.meta.dirname}/../..`,
          include: [...REST.map((name) => `tests/rest/${name}.test.ts`), ...AT_THE_SAME_MOMENT, ...OF_PLUGINS],
          globalSetup: ['./tests/support/laid-server-database.ts'],
          isolate: false,
          testTimeout: 90_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
          restoreMocks: true,
        },
      },
    ],
  },
})
