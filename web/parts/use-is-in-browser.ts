import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and while the browser takes over what the server has drawn; true from then on. */
export const useIsInBrowser = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
