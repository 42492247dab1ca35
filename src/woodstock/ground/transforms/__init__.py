"""Source transforms: stateless steps from normal rules to normal rules with the same meaning and a smaller grounding."""
