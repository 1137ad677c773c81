import { DeleteLinkButton, EditLinkButton, LinkToolbar, OpenLinkButton, type LinkToolbarProps } from '@blocknote/react'
import { placedAddress } from '#adapters/markdown/allowed.ts'
import { sitePathHere } from '#web/site-path.ts'

/** The tools of a link. It is edited as the text has it, and opened where readers are led to. */
export const LinkTools = (props: LinkToolbarProps) => (
  <LinkToolbar {...props}>
    <EditLinkButton {...props} />
    <OpenLinkButton url={placedAddress(props.url, sitePathHere())} />
    <DeleteLinkButton {...props} />
  </LinkToolbar>
)
