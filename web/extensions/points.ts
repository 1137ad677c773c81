import type { ComponentType, JSX, ReactNode } from 'react'
import type { Language } from '#core/language.ts'
import { extensionPoint, type Contribution } from '#core/extension.ts'
import type { PageOnShow } from '../article/page-on-show.ts'
import type { EditorHandle } from '../editor/editor-handle.ts'
import type { FaceProps } from '../editor/face-controls.ts'
import type { ScreenParams } from './screen-address.ts'

export const WEB_PLUGIN_API_VERSION = 2

/** Where in the editor's toolbar a tool stands: in the menu beside "save", among what is inserted, or in the format tools. */
export type ToolPlace = 'save' | 'insert' | 'format'

export interface EditorToolContext {
  readonly editor: EditorHandle
  readonly language: Language
}
export interface EditorToolDialogProps extends EditorToolContext {
  onClose(): void
}
export interface EditorToolRun {
  /** Tools take turns: one that is chosen while another one runs begins when that has ended. */
  run(context: EditorToolContext): void | Promise<void>
}
export interface EditorToolDialog {
  readonly Dialog: ComponentType<EditorToolDialogProps>
}
/** An entry of the editor's toolbar that does something at once, or opens a dialog. */
export type EditorTool = {
  /** Unique within the plugin. */
  readonly id: string
  /** Key of its name in the plugin's messages. */
  readonly title: string
  readonly place: ToolPlace
  /** Ids of the kinds of pages it works on; markdown alone when left out. */
  readonly kinds?: readonly string[]
  /** For a tool that only one language has. */
  readonly onlyFor?: Language
} & (EditorToolRun | EditorToolDialog)

export const editorTools = extensionPoint<EditorTool>('editorTools')

/** An entry of the menu that `/` opens in rich text; what was typed behind it is gone when it is chosen. */
export type SlashCommand = {
  /** Unique within the plugin. */
  readonly id: string
  /** Key of its name in the plugin's messages. */
  readonly title: string
  /** Key of what stands below the name, in a few words. */
  readonly hint?: string
  /** Key of more words it is found by, with commas between them. */
  readonly words?: string
  readonly icon?: JSX.Element
  /** For a command that only one language has. */
  readonly onlyFor?: Language
} & (EditorToolRun | EditorToolDialog)

export const slashCommands = extensionPoint<SlashCommand>('slashCommands')

/** One way to write pages of a kind. */
export interface EditFace {
  /** Unique within the kind; `source` is the content as it is stored, which every kind has. */
  readonly id: string
  /** Key of its name in the plugin's messages. */
  readonly title: string
  /** Beside the name, and in its place where there is little room. */
  readonly icon?: ReactNode
  readonly Component: ComponentType<FaceProps>
}
export interface PageViewProps {
  readonly pageId: number
  /** Null where the page is read by its link alone, and nothing may be asked of its item. */
  readonly itemId: number | null
  readonly content: string
  /** Who reads it came to write, and waits for somebody who has the page (LOCK-13). */
  readonly isWaitedFor?: boolean
}
/** How pages of one kind are read and written. */
export interface PageFaces {
  /** The id of the kind, as the server has it. */
  readonly kind: string
  /** For readers, in place of the HTML that the server made of the page; without it they see that. */
  readonly View?: ComponentType<PageViewProps>
  /** The first one is shown until somebody chooses another. */
  readonly edit: readonly EditFace[]
  /** The id of the face a content opens in; the one chosen last in this browser when left out. */
  opensIn?(content: string, chosen: string): string
  /** The content of a page that is begun as this kind, whatever its item: at `/page/edit/{itemId}/0?kind={kind}`. */
  begins?(): string
  /** Keys of the name and of the explanation with which items that begin as this kind are offered. */
  readonly item?: { readonly title: string; readonly hint: string }
}

export const pageFaces = extensionPoint<PageFaces>('pageFaces')

export interface ItemSettingTabProps {
  readonly itemId: number
  /** Nothing of the item can be changed any more. */
  readonly isArchived: boolean
}
/** A tab of an item's settings. Only those who manage the item get there. */
export interface ItemSettingTab {
  /** Unique within the plugin, of small letters, digits and `-`: the address is `/item/setting/:itemId/{plugin}-{id}`. */
  readonly id: string
  /** Key of its name in the plugin's messages. */
  readonly title: string
  /** Shown when the tab is opened; stays while another one is. */
  readonly Component: ComponentType<ItemSettingTabProps>
  /** Among the tabs of plugins: the smallest comes first. */
  readonly order: number
}

export const itemSettingTabs = extensionPoint<ItemSettingTab>('itemSettingTabs')

export interface ItemAddTabProps {
  /** To be called when there is a new item: it is shown in place of this screen. */
  onAdded(itemId: number): void
}
/** A tab of `/item/add`: one more way to come by an item. */
export interface ItemAddTab {
  /** Unique within the plugin. */
  readonly id: string
  /** Key of its name in the plugin's messages. */
  readonly title: string
  /** Shown as long as its tab is open. */
  readonly Component: ComponentType<ItemAddTabProps>
  /** Among the tabs of plugins: the smallest comes first. */
  readonly order: number
}

export const itemAddTabs = extensionPoint<ItemAddTab>('itemAddTabs')

/**
 * A section of the backstage. Nobody but administrators sees it; whether what it shows may be known is decided by the
 * operations it calls all the same.
 */
export interface AdminSection {
  /** Unique within the plugin, of small letters, digits and `-`: the address is `/admin/{plugin}-{id}`. */
  readonly id: string
  /** Key of its name in the plugin's messages. */
  readonly title: string
  readonly icon?: ReactNode
  /** Shown below its name, as long as the section is open. */
  readonly Component: ComponentType
  /** Among all sections: the smallest comes first. */
  readonly order: number
  /** For a section that only one language has. */
  readonly onlyFor?: Language
}

export const adminSections = extensionPoint<AdminSection>('adminSections')

/**
 * A screen at an address of the plugin, or at one the product leaves to plugins: see `web/extensions/screen-address.ts`.
 * Made by `pluginScreen` where the address has parameters.
 */
export interface PluginScreen {
  /** As `/word-count/:pageId` or `/message/index`. */
  readonly path: string
  readonly Component: ComponentType<PluginScreenProps> | ComponentType
}
export interface PluginScreenProps<Path extends string = string> {
  readonly params: ScreenParams<Path>
}

export const pluginScreens = extensionPoint<PluginScreen>('pluginScreens')

/** A screen whose component gets the parameters of this address by their names and types. */
export const pluginScreen = <Path extends string>(
  path: Path,
  Component: ComponentType<PluginScreenProps<Path>> | ComponentType,
  // It is shown for addresses of this form alone.
): PluginScreen => ({ path, Component: Component as ComponentType<PluginScreenProps> })

/** An entry among the icons of the item list, for whom they lead elsewhere: an `<a className="icon-button">`. */
export interface HeaderLink {
  readonly Component: ComponentType
}

export const headerLinks = extensionPoint<HeaderLink>('headerLinks')

export interface ItemActionProps {
  readonly itemId: number
  readonly itemType: string
  /** The page that is read; null in an item without pages. */
  readonly pageId: number | null
  /** Pages can be written, at least in a part of the item. */
  readonly canEdit: boolean
  /** The whole item can be taken elsewhere; one that is archived can be, too. */
  readonly canCopy: boolean
}
/** An entry of the menu of an item that is read, by somebody who is logged in: a `MenuItem`. */
export interface ItemAction {
  readonly Component: ComponentType<ItemActionProps>
}

export const itemActions = extensionPoint<ItemAction>('itemActions')

export interface CatalogActionProps {
  readonly itemId: number
  readonly catalogId: number
}
/** An entry of the menu of a catalog, where the catalogs of an item are arranged by those who may edit it: a `MenuItem`. */
export interface CatalogAction {
  readonly Component: ComponentType<CatalogActionProps>
}

export const catalogActions = extensionPoint<CatalogAction>('catalogActions')

export interface PageActionProps {
  readonly itemId: number
  readonly pageId: number
}
/** An entry of the menu of a page that is read, by somebody who is logged in: a `MenuItem`. */
export interface PageAction {
  readonly Component: ComponentType<PageActionProps>
}

export const pageActions = extensionPoint<PageAction>('pageActions')

export interface CompanionProps {
  /** The page that is read in its item; null on every other screen. */
  readonly page: PageOnShow | null
}
/** Lives beside every screen of somebody who is logged in; loaded when the browser has nothing else to do. */
export interface Companion {
  readonly Component: ComponentType<CompanionProps>
}

export const companions = extensionPoint<Companion>('companions')

export interface WebMessages {
  readonly [key: string]: string | WebMessages
}
export interface WebPlugin {
  /** The same as the server plugin's. */
  readonly id: string
  readonly apiVersion: number
  readonly messages?: { readonly en: WebMessages; readonly 'zh-cn': WebMessages }
  readonly contributes: readonly Contribution<unknown>[]
}

export const defineWebPlugin = (plugin: WebPlugin): WebPlugin => plugin
