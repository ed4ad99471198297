import { listViews } from './list-view'
import { rememberedChoice } from './remembered-choice.server'

export const viewChoice = rememberedChoice({ cookie: 'list-view', parameter: 'view' }, listViews)
