import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompressed } from './web/build/precompressed.ts'
import { readerBudget } from './web/build/reader-budget.ts'

const BASE =
  /node_modules\/(react|react-dom|scheduler|@tanstack|i18next|react-i18next|wouter|regexparam|use-sync-external-store)\/|web\/api\/|web\/session\/(?!editor-face|item-group|mail-link|stored-user|tipped-pages)|web\/i18n\/\w+\.ts|web\/parts\/(button|icon-button|menu|toast-store|use-is-in-browser|top-bar|brand|preferences|user-menu|empty-state|error-state|error-boundary|attempts|part|skeleton|time|html|use-hotkey)\.|web\/parts\/use-is-overdue\.|web\/(routes|start|app)\.|web\/screens\/item-view\/(item-view-screen|item-actions|item-menu|menu-nodes|menu-tree|page-article|reader-address|reader-layout|search-box|contents-list|use-page-arrival|use-article-extras)\.tsx?|core\/request-limit/

/** React and the product's parts for plugins that were built apart, at addresses that stay: see web/extensions. */
const HOST_FILES = {
  'host-react': 'web/extensions/host/react.ts',
  'host-jsx-runtime': 'web/extensions/host/jsx-runtime.ts',
  'host-sdk': 'web/extensions/host/sdk.ts',
}
const entryFileName = ({ name }: { readonly name: string }): string =>
  name.startsWith('host-') ? `host/v1/${name.slice('host-'.length)}.js` : 'assets/[name]-[hash].js'

/**
 * Two builds from one configuration: `vite build` gives what browsers load, `vite build --ssr` the module with which
 * the server renders the reader. `npm run build` runs both, and `server/web-build.ts` when one of its sources changed.
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), ...(isSsrBuild ? [] : [readerBudget(), precompressed()])],
  publicDir: isSsrBuild ? false : 'web/public',
  // Left open, the server would render with the React of developers: slower, and with more memory.
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  build: {
    outDir: isSsrBuild ? 'dist/render' : 'dist/web',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    reportCompressedSize: false,
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
        : { output: { codeSplitting: { groups: [{ name: 'base', test: BASE }] }, entryFileNames: entryFileName } }),
      // Plugins that were built apart import what the host files export.
      preserveEntrySignatures: 'exports-only',
      input: isSsrBuild ? 'web/server-entry.tsx' : { app: 'web/main.tsx', reader: 'web/reader.tsx', ...HOST_FILES },
    },
  },
  // One self-contained file: the server starts without resolving React and its friends.
  ssr: { noExternal: true },
}))
