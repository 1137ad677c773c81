/**
 * The part of the contract with plugins that their threads may load: `plugin.ts` would load the whole core in each. What
 * is here imports nothing else.
 */
export { BARE_ADDRESS, isShownAsLink } from './page/bare-address.ts'
export { HeadingIds } from './page/heading-ids.ts'
