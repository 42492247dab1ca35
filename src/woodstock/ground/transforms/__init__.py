"""Source transforms: stateless steps from normal rules to rules with the same meaning and a smaller grounding."""
