/** A separate script for static pages. Opens share links in a popup, or in a tab where popups are blocked. */
addEventListener('click', (event) => {
  const link = event.target.closest('a[data-share]:not(.prose a)')
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  if (open(link.href, 'share', 'width=600,height=400')) event.preventDefault()
})
