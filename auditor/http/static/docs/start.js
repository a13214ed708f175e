// validatorUrl null: the document is not sent to anybody to be checked
window.ui = SwaggerUIBundle({
  url: "/v1/openapi.json",
  dom_id: "#api",
  deepLinking: true,
  validatorUrl: null,
  supportedSubmitMethods: ["get", "head", "post"],
  presets: [SwaggerUIBundle.presets.apis],
});
