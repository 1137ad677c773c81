import { DeleteLinkButton, EditLinkButton, LinkToolbar, OpenLinkButton, type LinkToolbarProps } from '@blocknote/react'
import { placedAddress } from '#adapters/markdown/allowed.ts'
import { sitePathHere } from '#web/site-path.ts'

/** The link toolbar. Editing shows the address as in the text, opening leads where readers are led. */
export const LinkTools = (props: LinkToolbarProps) => (
  <LinkToolbar {...props}>
    <EditLinkButton {...props} />
    <OpenLinkButton url={placedAddress(props.url, sitePathHere())} />
    <DeleteLinkButton {...props} />
  </LinkToolbar>
)
