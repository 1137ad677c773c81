import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildReport } from './web/build/build-report.ts'
import { joinedModules } from './web/build/joined-modules.ts'
import { precompressed } from './web/build/precompressed.ts'
import { readerBudget } from './web/build/reader-budget.ts'

const BASE =
  /node_modules\/(react|react-dom|scheduler|i18next|react-i18next|wouter|regexparam)\/|web\/api\/(answers|api-part|errors|use-answer|use-late-api)\.|web\/session\/(?!editor-face|item-group|mail-link|stored-user|destination)|web\/i18n\/\w+\.ts|web\/parts\/(button|icon-button|menu|toast-store|use-is-in-browser|top-bar|brand|error-state|error-boundary|attempts|part|skeleton|time|html|use-hotkey)\.|web\/account\/(preferences|user-menu)\.|web\/parts\/use-is-overdue\.|web\/(routes|site-path|start|app)\.|web\/screens\/item-view\/(item-view-screen|item-actions|item-menu|menu-nodes|menu-tree|page-article|reader-address|reader-layout|search-box|contents-list|use-page-arrival)\.tsx?|web\/article\/(use-article-extras|page-on-show)\.|lucide-react\/dist\/esm\/icons\/x\.|rolldown[/:]runtime|core\/(request-limit|addresses)|web\/styles\/|web\/(watermark|account\/other-person|extensions\/companions|parts\/(toast|dialog|corner-panel)|screens\/item-view\/(back-to-top|contents-sheet|page-editors|page-way))[\w/-]*\.css|plugins\/notices\/web\/notices\.css/

/**
 * What asks and orders once somebody acts, and the parts of logged-in people, who get both at once: see
 * `web/person-parts.ts`. Beside a page, plugins confirm things in dialogs, and should not load a whole screen for one.
 */
const API =
  /node_modules\/(@tanstack\/(?:query-core|react-query)|@trpc)\/|web\/api\/|web\/extensions\/(contributed|contributions|entries-together|open-menu|slot|points|load|plugin-api|plugin-texts)\.|web\/(person-parts|updated\/site-build|parts\/(room-below|waiting-button|(confirm-)?dialog)|account\/other-person\/[\w-]+|extensions\/companions|screens\/item-view\/page-editors|tasks\/(task-watch|shown-task))\.tsx?/

/**
 * Shared with other screens, these would be files of their own: see `web/reader-parts.ts`. The names of all screens and
 * texts are not needed before, and weigh 1.7 kB.
 */
const READER_PARTS =
  /web\/(reader-parts|screens|i18n\/text-files|extensions\/(beside|moved-nodes)|updated\/site-build-watch|article\/(article-tools|heading-links|held-place|reader-tools|watch-headings)|screens\/item-view\/(reader-extras|back-to-top|contents-sheet|page-way)|watermark\/\w+|parts\/(toast|copy-text|typed-ahead|type-in-field))\./

/** The list of items, and what it has in common with other screens of work: apart, these would be dozens of small files. */
const WORK =
  /web\/(screens\/item-list\/|parts\/(work-frame|moved|use-kept-focus|form-alert|pager|table)|theme\/themed|sort\/use-sort-(drag|failure))/

/** What plugins of the product add: see `web/extensions/built-plugins.ts`. */
const PLUGINS = /web\/extensions\/built-plugins\./

/** React and the product's parts for plugins that were built apart, at addresses that stay: see web/extensions. */
const HOST_FILES = {
  'host-react': 'web/extensions/host/react.ts',
  'host-react-dom': 'web/extensions/host/react-dom.ts',
  'host-jsx-runtime': 'web/extensions/host/jsx-runtime.ts',
  'host-mantine': 'web/extensions/host/mantine.ts',
  'host-sdk': 'web/extensions/host/sdk.ts',
}
/** As short as may be: the reader's entry names 120 files, and no hash can be compressed. */
const NAMED = 'assets/[name]-[hash:7]'
/** The first word of a style sheet's name is enough to tell it by. */
const assetFileName = ({ names: [name = ''] }: { readonly names: readonly string[] }): string =>
  name.endsWith('.css') ? `assets/${/^\w+/.exec(name)?.[0] ?? ''}-[hash:7].css` : `${NAMED}[extname]`
const entryFileName = ({ name }: { readonly name: string }): string =>
  name.startsWith('host-') ? `host/v2/${name.slice('host-'.length)}.js` : `${NAMED}.js`

/**
 * Two builds from one configuration: `vite build` gives what browsers load, `vite build --ssr` the module with which
 * the server renders the reader. `npm run build` runs both, and `server/web-build.ts` when one of its sources changed.
 */
export default defineConfig(({ isSsrBuild }) => ({
  // Files of the build find each other wherever the site lies; only documents name them whole.
  base: './',
  plugins: [
    react(),
    ...(isSsrBuild ? [] : [readerBudget(), joinedModules(), precompressed()]),
    buildReport(isSsrBuild ? 'Built for the server' : 'Built for browsers'),
  ],
  publicDir: isSsrBuild ? false : 'web/public',
  // Libraries bring this hook along for versions of React that do not have it.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }] },
  // Left open, the server would render with the React of developers: slower, and with more memory.
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  build: {
    outDir: isSsrBuild ? 'dist/render' : 'dist/web',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    reportCompressedSize: false,
    // Editors and diagrams are large and come when somebody wants them; what counts is the reader's budget.
    chunkSizeWarningLimit: Infinity,
    // The policy of the site takes fonts from its own address only, not from `data:`.
    assetsInlineLimit: 0,
    // The lists of what each lazy screen needs would weigh 3 kB in the reader's entry; only styles have to come first.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, dependencies, { hostType }) =>
        hostType === 'js' ? dependencies.filter((file) => file.endsWith('.css')) : dependencies,
    },
    target: 'baseline-widely-available',
    ...(isSsrBuild ? { ssr: true, minify: false } : {}),
    rolldownOptions: {
      // What every screen needs in one file: many small ones compress worse.
      ...(isSsrBuild
        ? {}
        : {
            output: {
              codeSplitting: {
                groups: [
                  { name: 'base', test: BASE },
                  // Before what is loaded later and shares some of it, which it would be part of otherwise.
                  { name: 'reader-parts', test: READER_PARTS },
                  { name: 'api', test: API },
                  { name: 'plugins', test: PLUGINS },
                  { name: 'work', test: WORK },
                ],
              },
              entryFileNames: entryFileName,
              chunkFileNames: `${NAMED}.js`,
              assetFileNames: assetFileName,
            },
          }),
      // The reader imports its screens at once, and finds them by name like all others as well.
      checks: { ineffectiveDynamicImport: false },
      // Plugins that were built apart import what the host files export.
      preserveEntrySignatures: 'exports-only',
      input: isSsrBuild ? 'web/server-entry.tsx' : { app: 'web/main.tsx', reader: 'web/reader.tsx', ...HOST_FILES },
    },
  },
  // One self-contained file: the server starts without resolving React and its friends.
  ssr: { noExternal: true },
}))
