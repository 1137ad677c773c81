import { SiteBuildWatch } from './site-build-watch.tsx'
import { VisitWatch } from '../start-page/visit-watch.tsx'

/** What is done for logged-in people without being seen. */
export const Watches = () => (
  <>
    <VisitWatch />
    <SiteBuildWatch />
  </>
)
