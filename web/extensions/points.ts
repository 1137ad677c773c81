import type { ComponentType, JSX, ReactNode } from 'react'
import type { Language } from '#core/language.ts'
import { extensionPoint, type Contribution } from '#core/extension.ts'
import type { PageOnShow } from '../article/page-on-show.ts'
import type { EditorHandle } from '../editor/editor-handle.ts'
import type { FaceProps } from '../editor/face-controls.ts'
import type { ScreenParams } from './screen-address.ts'

export const WEB_PLUGIN_API_VERSION = 2

/** The place of a tool in the editor's toolbar: the menu beside "save", the insert group, or the format tools. */
export type ToolPlace = 'save' | 'insert' | 'format'

export interface EditorToolContext {
  readonly editor: EditorHandle
  readonly language: Language
}
export interface EditorToolDialogProps extends EditorToolContext {
  onClose(): void
}
export interface EditorToolRun {
  /** Chosen again while it is running, it runs again afterwards. It does not wait for other tools. What it
   * inserts comes where the cursor was when it was chosen, in the order in which tools were chosen. */
  run(context: EditorToolContext): void | Promise<void>
}
export interface EditorToolDialog {
  readonly Dialog: ComponentType<EditorToolDialogProps>
}
/** A toolbar entry that acts immediately, or opens a dialog. */
export type EditorTool = {
  /** Unique within the plugin. */
  readonly id: string
  /** Key of its name in the plugin's messages. */
  readonly title: string
  readonly place: ToolPlace
  /** Ids of the page kinds it supports; only markdown when left out. */
  readonly kinds?: readonly string[]
  /** For a tool available in one language only. */
  readonly onlyFor?: Language
} & (EditorToolRun | EditorToolDialog)

export const editorTools = extensionPoint<EditorTool>('editorTools')

/** An entry of the menu opened by `/` in rich text; the typed query is removed when it is chosen. */
export type SlashCommand = {
  /** Unique within the plugin. */
  readonly id: string
  /** Key of its name in the plugin's messages. */
  readonly title: string
  /** Key of the short description below the name. */
  readonly hint?: string
  /** Key of additional search words, separated by commas. */
  readonly words?: string
  readonly icon?: JSX.Element
  /** For a command available in one language only. */
  readonly onlyFor?: Language
} & (EditorToolRun | EditorToolDialog)

export const slashCommands = extensionPoint<SlashCommand>('slashCommands')

/** A face: one way to edit pages of a kind. */
export interface EditFace {
  /** Unique within the kind; `source` is the stored content, available for every kind. */
  readonly id: string
  /** Key of its name in the plugin's messages. */
  readonly title: string
  /** Shown beside the name, and instead of it where space is limited. */
  readonly icon?: ReactNode
  readonly Component: ComponentType<FaceProps>
}
export interface PageViewProps {
  readonly pageId: number
  /** Null when the page is read by its link only, and the item must not be queried. */
  readonly itemId: number | null
  readonly content: string
  /** The reader wants to edit, and is waiting for the person who has the page locked (LOCK-13). */
  readonly isWaitedFor?: boolean
}
/** How pages of one kind are displayed and edited. */
export interface PageFaces {
  /** The id of the kind, as on the server. */
  readonly kind: string
  /** For readers, instead of the HTML from the server; without it they see that. */
  readonly View?: ComponentType<PageViewProps>
  /** The first one is the default. */
  readonly edit: readonly EditFace[]
  /** The id of the initial face for a content; the one last used in this browser when left out. */
  opensIn?(content: string, chosen: string): string
  /** The initial content of a page created as this kind, in any item: at `/page/edit/{itemId}/0?kind={kind}`. */
  begins?(): string
  /** Keys of the name and description under which items of this kind are offered. */
  readonly item?: { readonly title: string; readonly hint: string }
}

export const pageFaces = extensionPoint<PageFaces>('pageFaces')

export interface ItemSettingTabProps {
  readonly itemId: number
  /** The item is archived. */
  readonly isArchived: boolean
}
/** A tab of an item's settings, only accessible to its managers. */
export interface ItemSettingTab {
  /**
   * Unique within the plugin; lower-case letters, digits and `-`: the address is `/item/setting/:itemId/{plugin}-{id}`.
   */
  readonly id: string
  /** Key of its name in the plugin's messages. */
  readonly title: string
  /** Mounted when the tab is opened; stays mounted while another one is open. */
  readonly Component: ComponentType<ItemSettingTabProps>
  /** Among the tabs of plugins: smallest first. */
  readonly order: number
}

export const itemSettingTabs = extensionPoint<ItemSettingTab>('itemSettingTabs')

export interface ItemAddTabProps {
  /** Call it once there is a new item: it is opened instead of this screen. */
  onAdded(itemId: number): void
}
/** A tab of `/item/add`: another way to add an item. */
export interface ItemAddTab {
  /** Unique within the plugin. */
  readonly id: string
  /** Key of its name in the plugin's messages. */
  readonly title: string
  /** Mounted while its tab is open. */
  readonly Component: ComponentType<ItemAddTabProps>
  /** Among the tabs of plugins: smallest first. */
  readonly order: number
}

export const itemAddTabs = extensionPoint<ItemAddTab>('itemAddTabs')

/**
 * A section of the administration. Only administrators can see it; access to its data is still decided by the
 * operations it calls.
 */
export interface AdminSection {
  /** Unique within the plugin; lower-case letters, digits and `-`: the address is `/admin/{plugin}-{id}`. */
  readonly id: string
  /** Key of its name in the plugin's messages. */
  readonly title: string
  /** Key of more words it is found by, with commas between them; in Chinese its pinyin, in full and by first letters. */
  readonly words?: string
  readonly icon?: ReactNode
  /** Mounted below its name while the section is open. */
  readonly Component: ComponentType
  /** Among all sections: smallest first. */
  readonly order: number
  /** For a section available in one language only. */
  readonly onlyFor?: Language
}

export const adminSections = extensionPoint<AdminSection>('adminSections')

/**
 * A screen at an address of the plugin, or at one reserved for plugins: see `web/extensions/screen-address.ts`. Created
 * by `pluginScreen` if the address has parameters.
 */
export interface PluginScreen {
  /** E.g. `/word-count/:pageId` or `/message/index`. */
  readonly path: string
  readonly Component: ComponentType<PluginScreenProps> | ComponentType
}
export interface PluginScreenProps<Path extends string = string> {
  readonly params: ScreenParams<Path>
}

export const pluginScreens = extensionPoint<PluginScreen>('pluginScreens')

/** A screen whose component gets the typed parameters of this address. */
export const pluginScreen = <Path extends string>(
  path: Path,
  Component: ComponentType<PluginScreenProps<Path>> | ComponentType,
  // It is only shown for matching addresses.
): PluginScreen => ({ path, Component: Component as ComponentType<PluginScreenProps> })

/** An icon in the header of the item list that leads elsewhere: an `<a className="icon-button">`. */
export interface HeaderLink {
  readonly Component: ComponentType
}

export const headerLinks = extensionPoint<HeaderLink>('headerLinks')

export interface ItemActionProps {
  readonly itemId: number
  readonly itemType: string
  /** The page being read; null in an item without pages. */
  readonly pageId: number | null
  /** Whether pages can be edited in at least a part of the item. */
  readonly canEdit: boolean
  /** Whether the whole item can be copied; also possible for an archived one. */
  readonly canCopy: boolean
}
/** An entry in the menu of an item, for logged-in readers: a `MenuItem`. */
export interface ItemAction {
  readonly Component: ComponentType<ItemActionProps>
}

export const itemActions = extensionPoint<ItemAction>('itemActions')

export interface CatalogActionProps {
  readonly itemId: number
  readonly catalogId: number
}
/** An entry in the menu of a catalog, on the screen where editors arrange catalogs: a `MenuItem`. */
export interface CatalogAction {
  readonly Component: ComponentType<CatalogActionProps>
}

export const catalogActions = extensionPoint<CatalogAction>('catalogActions')

export interface PageActionProps {
  readonly itemId: number
  readonly pageId: number
  /** Opens the `Dialog` of the action, which stays when the menu has closed. */
  openDialog(): void
}
export interface PageDialogProps {
  readonly itemId: number
  readonly pageId: number
  onClose(): void
}
/** An entry in the menu of a page: a `MenuItem`. */
export interface PageAction {
  readonly Component: ComponentType<PageActionProps>
  readonly Dialog?: ComponentType<PageDialogProps>
  /** Also for readers who are not logged in. */
  readonly isForVisitors?: boolean
}

export const pageActions = extensionPoint<PageAction>('pageActions')

export interface CompanionProps {
  /** The page being read in its item; null on every other screen. */
  readonly page: PageOnShow | null
}
/** Mounted beside every screen of logged-in people; loaded when the browser is idle. */
export interface Companion {
  readonly Component: ComponentType<CompanionProps>
}

export const companions = extensionPoint<Companion>('companions')

export interface WebMessages {
  readonly [key: string]: string | WebMessages
}
export interface WebPlugin {
  /** The same as that of the server plugin. */
  readonly id: string
  readonly apiVersion: number
  readonly messages?: { readonly en: WebMessages; readonly 'zh-cn': WebMessages }
  readonly contributes: readonly Contribution<unknown>[]
}

export const defineWebPlugin = (plugin: WebPlugin): WebPlugin => plugin
