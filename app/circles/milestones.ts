/** Stub */
export function readMilestones(
  fields: Record<string, unknown>,
): { id: number; date: unknown; description: unknown }[] {
  return String(fields.milestoneIds ?? '')
    .split(',')
    .filter(Boolean)
    .map((id) => ({
      id: Number(id),
      date: fields[`milestone-date-${id}`] ?? '',
      description: fields[`milestone-description-${id}`] ?? '',
    }))
}
