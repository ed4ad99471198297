/** Constants of the export for browser and server (product 20.3). */
export const exportFormats = ['zip', 'json', 'csv', 'vcf', 'ics'] as const
export type ExportFormat = (typeof exportFormats)[number]
