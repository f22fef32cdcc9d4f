/** What a page with the in-store widget runs when it is opened. `apiUrl`: where the REST API is reached. */
export const widgetSnippet = (apiUrl: string, widgetToken: string): string =>
  `<script>
  fetch("${apiUrl}/v1/widget-sightings", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ widgetToken: "${widgetToken}" }),
    keepalive: true,
  });
</script>`;
